/** The check of `type`, which includes what `format` demands of values that are no texts. */
import type { StructuralSchema } from '../../language/structural-schema.ts';
import { findFormat } from '../json-schema/formats.ts';
import type { StructuralCheck } from './validation-run.ts';
import { isWholeNumber, jsonTypeName, valueKind, type ValueKind } from './value-kind.ts';

const namesOfKinds: readonly string[] = ['null', 'boolean', 'string', 'number', 'array', 'object'];

export function typeChecks(schema: StructuralSchema, kind: ValueKind): StructuralCheck[] {
  const types = typesOf(schema);
  if (types.length === 0 || (kind === valueKind.null && schema.nullable === true)) return [];
  const format = formatOf(schema, kind);
  const refuse: StructuralCheck = (value, run) => {
    if (format === undefined) run.addFault('type', types.join(','), jsonTypeName(value));
    else run.addFault('type', format, formatNameOf(value));
  };
  if (kind === valueKind.number) {
    if (types.includes('number')) return [];
    if (types.includes('integer')) return [(value, run) => isWholeNumber(value) || refuse(value, run)];
  }
  return types.includes(namesOfKinds[kind] ?? '') ? [] : [refuse];
}

function typesOf(schema: StructuralSchema): readonly string[] {
  if (schema['x-kubernetes-int-or-string'] === true) return ['integer', 'string'];
  const { type } = schema;
  return type === undefined || type === '' ? [] : [type];
}

/** A value that is no text is refused in the name of the format of texts, if there is one. */
function formatOf({ format }: StructuralSchema, kind: ValueKind): string | undefined {
  const isText = kind === valueKind.string || kind === valueKind.array || kind === valueKind.null;
  return !isText && typeof format === 'string' && findFormat(format) !== undefined ? format : undefined;
}

/** The format of a value, as kube-apiserver sees it: only numbers have one. */
function formatNameOf(value: unknown): string {
  if (typeof value !== 'number' && typeof value !== 'bigint') return '';
  return isWholeNumber(value) ? 'int64' : 'float64';
}
