/** The operations of a JSON patch (RFC 6902), read from its body. They are applied elsewhere. */
import { isList, isObject, valueOf } from '../json-object.ts';
import { acceptPatch, refusePatch } from '../outcome.ts';
import type { PatchOutcome } from '../outcome.ts';
import { goTypeName } from '../print-go-value.ts';

/** Fields that are missing, or of another type, are found when the operation is applied: those before it come first. */
export interface JsonPatchOperation {
  readonly op: unknown;
  readonly path: unknown;
  readonly from: unknown;
  /** Null when it is missing. */
  readonly value: unknown;
}

export const maxOperations = 10_000;

export function readOperations(patch: unknown): PatchOutcome<readonly JsonPatchOperation[]> {
  if (patch === null) return acceptPatch([]);
  if (!isList(patch)) return refusePatch('badRequest', wrongType(patch, 'jsonpatch.Patch'));
  const operations: JsonPatchOperation[] = [];
  for (const item of patch) {
    if (item !== null && !isObject(item)) return refusePatch('badRequest', wrongType(item, 'jsonpatch.Operation'));
    operations.push(readOperation(item ?? {}));
  }
  if (operations.length <= maxOperations) return acceptPatch(operations);
  const allowed = `The allowed maximum operations in a JSON patch is ${maxOperations}`;
  return refusePatch('tooLarge', `Request entity too large: ${allowed}, got ${operations.length}`);
}

function readOperation(item: Readonly<Record<string, unknown>>): JsonPatchOperation {
  return {
    op: valueOf(item, 'op'),
    path: valueOf(item, 'path'),
    from: valueOf(item, 'from'),
    value: valueOf(item, 'value') ?? null,
  };
}

const jsonTypes: Readonly<Record<string, string>> = {
  map: 'object',
  slice: 'array',
  int64: 'number',
  float64: 'number',
  string: 'string',
  bool: 'bool',
};

function wrongType(value: unknown, wanted: string): string {
  return `json: cannot unmarshal ${jsonTypes[goTypeName(value)] ?? 'value'} into Go value of type ${wanted}`;
}
