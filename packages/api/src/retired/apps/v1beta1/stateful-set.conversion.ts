/** StatefulSets of apps/v1beta1 and the stored apps/v1: each direction writes out the update strategy. */
import type { Conversion } from '@keelson/schema';

import type { StatefulSet as ServedSet } from '../../../apps/v1/stateful-set.ts';
import { selectorField, selectorOf } from './selector.conversion.ts';
import type { StatefulSet } from './stateful-set.ts';
import { writtenForRetired, writtenForServed } from './update-strategy.conversion.ts';

export const statefulSetConversion: Conversion<StatefulSet> = {
  toHub({ spec, status, ...others }): ServedSet {
    const { observedGeneration = 0, ...sameStatus } = status;
    return {
      ...others,
      spec: { ...spec, selector: selectorOf(spec), updateStrategy: writtenForServed(spec.updateStrategy) },
      status: { ...sameStatus, ...(observedGeneration !== 0 && { observedGeneration }) },
    };
  },
  fromHub({ spec, status, ...others }: ServedSet): StatefulSet {
    const { selector, ...same } = spec;
    return {
      ...others,
      spec: { ...same, ...selectorField(selector), updateStrategy: writtenForRetired(spec.updateStrategy) },
      status: { observedGeneration: 0, ...status },
    };
  },
};
