/** FlowSchema, declared as v1beta2 has it. */
import { inVersion, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { FlowSchema as Later } from '../v1beta2/flow-schema.ts';

export const FlowSchema = inVersion(Later, 'v1beta1');
export type FlowSchema = TypeOf<typeof FlowSchema>;

export const FlowSchemaList = listOf(FlowSchema);
export type FlowSchemaList = TypeOf<typeof FlowSchemaList>;
