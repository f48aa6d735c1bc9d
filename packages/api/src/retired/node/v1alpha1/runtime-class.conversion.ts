/** Runtime classes of v1alpha1 and the stored v1, which has no spec around its fields. */
import type { Conversion } from '@keelson/schema';

import type { RuntimeClass as ServedClass } from '../../../node/v1/runtime-class.ts';
import type { RuntimeClass } from './runtime-class.ts';

export const runtimeClassConversion: Conversion<RuntimeClass> = {
  toHub({ spec, ...others }): ServedClass {
    const { runtimeHandler, ...same } = spec;
    return { ...others, handler: runtimeHandler, ...same };
  },
  fromHub({ handler, overhead, scheduling, ...others }: ServedClass): RuntimeClass {
    const spec = { runtimeHandler: handler, ...(overhead && { overhead }), ...(scheduling && { scheduling }) };
    return { ...others, spec };
  },
};
