import type { StructuralSchema } from './structural-schema.ts';

/** The structural schema of an object that may hold anything. */
export const anyStructure: StructuralSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
