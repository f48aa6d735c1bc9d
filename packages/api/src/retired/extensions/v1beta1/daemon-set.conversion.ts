/**
 * DaemonSets of extensions/v1beta1 and the stored apps/v1: each direction writes out
 * the update strategy, and the count of templates becomes an annotation.
 */
import type { Conversion } from '@keelson/schema';

import type { DaemonSet as ServedSet } from '../../../apps/v1/daemon-set.ts';
import { takeCounter, withCounter } from '../../apps/v1beta1/counter-annotation.conversion.ts';
import { selectorField, selectorOf } from '../../apps/v1beta1/selector.conversion.ts';
import { writtenForRetired, writtenForServed } from '../../apps/v1beta1/update-strategy.conversion.ts';
import type { DaemonSet } from './daemon-set.ts';

const generationAnnotation = 'deprecated.daemonset.template.generation';

export const daemonSetConversion: Conversion<DaemonSet> = {
  toHub({ metadata, spec, ...others }): ServedSet {
    const { templateGeneration = 0, ...same } = spec;
    return {
      ...others,
      metadata: templateGeneration === 0 ? metadata : withCounter(metadata, generationAnnotation, templateGeneration),
      spec: { ...same, selector: selectorOf(spec), updateStrategy: writtenForServed(spec.updateStrategy) },
    };
  },
  fromHub({ metadata, spec, ...others }: ServedSet): DaemonSet {
    const { selector, ...same } = spec;
    const taken = takeCounter(metadata, generationAnnotation);
    const { count = 0 } = taken;
    return {
      ...others,
      metadata: count === 0 ? metadata : taken.metadata,
      spec: {
        ...same,
        ...selectorField(selector),
        updateStrategy: writtenForRetired(spec.updateStrategy),
        ...(count !== 0 && { templateGeneration: count }),
      },
    };
  },
};
