/** ReplicaSets of extensions/v1beta1 and the stored apps/v1, which asks for a selector. */
import type { Conversion } from '@keelson/schema';

import type { ReplicaSet as ServedSet } from '../../../apps/v1/replica-set.ts';
import { selectorField, selectorOf } from '../../apps/v1beta1/selector.conversion.ts';
import type { ReplicaSet } from './replica-set.ts';

export const replicaSetConversion: Conversion<ReplicaSet> = {
  toHub: ({ spec, ...others }): ServedSet => ({ ...others, spec: { ...spec, selector: selectorOf(spec) } }),
  fromHub({ spec, ...others }: ServedSet): ReplicaSet {
    const { selector, ...same } = spec;
    return { ...others, spec: { ...same, ...selectorField(selector) } };
  },
};
