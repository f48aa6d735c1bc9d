/** Reads the type of a body: its own kind and version, completed by the expected ones where it has none. */
import { parseGroupVersion } from '@keelson/meta';
import { ExactNumber } from '@keelson/schema';
import type { GroupVersionKind, JsonValue } from '@keelson/schema';

import type { TypeNames } from './parse-body.ts';
import { notJson } from './parse-body.ts';

export type TypeResult =
  { readonly ok: true; readonly type: GroupVersionKind } | { readonly ok: false; readonly message: string };

export function readType(names: TypeNames, expected: GroupVersionKind): TypeResult {
  const parsed = parseGroupVersion(names.apiVersion);
  if (!parsed.ok) return { ok: false, message: parsed.problem };
  const { group, version } = parsed.groupVersion;
  const kind = names.kind === '' ? expected.kind : names.kind;
  if (version === '' && (group === '' || group === expected.group)) return { ok: true, type: { ...expected, kind } };
  return { ok: true, type: { group, version, kind } };
}

export type NamesResult =
  { readonly ok: true; readonly names: TypeNames } | { readonly ok: false; readonly message: string };

/** `kind` and `apiVersion` of a parsed body; null counts as an object without fields. */
export function typeNamesOf(value: JsonValue): NamesResult {
  if (value === null) return { ok: true, names: { apiVersion: '', kind: '' } };
  if (typeof value !== 'object' || Array.isArray(value) || value instanceof ExactNumber) {
    return { ok: false, message: notJson(`json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type struct`) };
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const { apiVersion = null, kind = null } = fields;
  for (const [name, given] of [
    ['apiVersion', apiVersion],
    ['kind', kind],
  ] as const) {
    if (given === null || typeof given === 'string') continue;
    const fault = `json: cannot unmarshal ${jsonTypeOf(given)} into Go struct field .${name} of type string`;
    return { ok: false, message: notJson(fault) };
  }
  return { ok: true, names: { apiVersion: (apiVersion as string | null) ?? '', kind: (kind as string | null) ?? '' } };
}

function jsonTypeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint' || value instanceof ExactNumber) return 'number';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
