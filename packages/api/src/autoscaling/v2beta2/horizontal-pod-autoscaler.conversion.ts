/** Autoscalers of v2beta2 and the stored v1: as in v2, which shows less of an empty status. */
import type { Conversion } from '@keelson/schema';

import type { HorizontalPodAutoscaler as StoredAutoscaler } from '../v1/horizontal-pod-autoscaler.ts';
import { horizontalPodAutoscalerConversion as laterConversion } from '../v2/horizontal-pod-autoscaler.conversion.ts';
import type { HorizontalPodAutoscaler as LaterAutoscaler } from '../v2/horizontal-pod-autoscaler.ts';
import type { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.ts';

export const horizontalPodAutoscalerConversion: Conversion<HorizontalPodAutoscaler> = {
  toHub({ status, ...others }) {
    const { conditions, ...same } = status;
    return laterConversion.toHub({ ...others, status: { ...same, ...(conditions && { conditions }) } });
  },
  fromHub(stored: StoredAutoscaler): HorizontalPodAutoscaler {
    const { status, ...others } = laterConversion.fromHub(stored as never) as LaterAutoscaler;
    const { currentReplicas = 0, conditions = null, ...same } = status;
    return { ...others, status: { currentReplicas, ...same, conditions } };
  },
};
