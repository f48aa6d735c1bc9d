/** A node gets no pods before somebody has said that it is ready. */
import type { Node } from '@keelson/api';

import type { AdmissionPlugin } from '../plugin.ts';
import { isAbout, isOneOf, objectOf } from '../request.ts';

const key = 'node.kubernetes.io/not-ready';
const effect = 'NoSchedule';

export function taintNodesByCondition(): AdmissionPlugin {
  return {
    name: 'TaintNodesByCondition',
    admit: (request) => {
      if (!isAbout(request, '', 'nodes') || !isOneOf(request, 'create')) return undefined;
      const { spec } = objectOf<Node>(request);
      const taints = spec.taints ?? [];
      if (!taints.some((taint) => taint.key === key && taint.effect === effect)) {
        spec.taints = [...taints, { key, effect }];
      }
      return undefined;
    },
  };
}
