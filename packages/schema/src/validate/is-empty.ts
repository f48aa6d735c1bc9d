/**
 * Decides if a field counts as empty. Law: a value field is empty when it is zero, for it
 * is the same as one that was left out; a pointer only when it is unset.
 */
import type { Field } from '../language/descriptor.ts';

export function compileIsEmpty(field: Field): (value: unknown) => boolean {
  if (field.presence === 'pointer') return isUnset;
  switch (field.shape.kind) {
    case 'string':
    case 'bytes':
      return (value) => isUnset(value) || value === '';
    case 'int32':
    case 'int64':
    case 'double':
      return (value) => isUnset(value) || value === 0;
    case 'list':
      return (value) => isUnset(value) || (value as unknown[]).length === 0;
    case 'map':
      return (value) => isUnset(value) || Object.keys(value as object).length === 0;
    case 'bool':
    case 'time':
    case 'microTime':
    case 'duration':
    case 'quantity':
    case 'intOrString':
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
    case 'message':
    case 'alternative':
      return isUnset;
  }
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === null;
}
