/** RuntimeClass, declared as v1 has it. */
import { inVersion, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { RuntimeClass as Later } from '../v1/runtime-class.ts';

export const RuntimeClass = inVersion(Later, 'v1beta1');
export type RuntimeClass = TypeOf<typeof RuntimeClass>;

export const RuntimeClassList = listOf(RuntimeClass);
export type RuntimeClassList = TypeOf<typeof RuntimeClassList>;
