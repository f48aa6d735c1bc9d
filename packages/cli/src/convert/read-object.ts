/** Reads an object by the declaration of its kind and notes what the declaration does not know. */
import { parseGroupVersion } from '@keelson/meta';
import { decodeJson, decodeProtobuf } from '@keelson/schema';
import type { GroupVersionKind, JsonValue, KnownKind, Scheme, TypeMeta } from '@keelson/schema';

import type { InputDocument } from './documents.ts';

export interface ReadObject {
  readonly ok: true;
  readonly kind: KnownKind;
  readonly object: TypeMeta;
  /** Unknown and duplicate fields, in the wording of field validation. */
  readonly complaints: readonly string[];
}

export type ObjectReading = ReadObject | { readonly ok: false; readonly message: string };

export function readObject(scheme: Scheme, document: InputDocument): ObjectReading {
  const { apiVersion, kind } = document.form === 'protobuf' ? document : typeOf(document.value);
  if (kind === '') return refuse('kind is missing: say what kind of object this is');
  if (apiVersion === '') return refuse('apiVersion is missing: say which version the object is written in');
  const gv = parseGroupVersion(apiVersion);
  if (!gv.ok) return refuse(gv.problem);
  const { group, version } = gv.groupVersion;
  const known = scheme.kind({ group, version, kind });
  if (known === undefined) return refuse(unknownKind(scheme, { group, version, kind }, apiVersion));
  return document.form === 'protobuf'
    ? readProtobuf(document, known)
    : readJson(document.value, known, document.duplicates);
}

function readProtobuf(
  { apiVersion, kind, raw }: Extract<InputDocument, { form: 'protobuf' }>,
  known: KnownKind,
): ObjectReading {
  const decoded = decodeProtobuf(known.message, raw, { typeMeta: { kind, apiVersion } });
  return decoded.ok ? { ok: true, kind: known, object: decoded.object, complaints: [] } : refuse(decoded.message);
}

function readJson(value: JsonValue, known: KnownKind, duplicates: readonly string[]): ObjectReading {
  const complaints = duplicates.map((path) => `duplicate field "${path}"`);
  const decoded = decodeJson(known.message, value, {
    onUnknown: (path) => complaints.push(`unknown field "${path}"`),
  });
  return decoded.ok ? { ok: true, kind: known, object: decoded.object, complaints } : refuse(decoded.message);
}

function typeOf(value: JsonValue): { readonly apiVersion: string; readonly kind: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { apiVersion: '', kind: '' };
  const { apiVersion, kind } = value as Record<string, unknown>;
  return {
    apiVersion: typeof apiVersion === 'string' ? apiVersion : '',
    kind: typeof kind === 'string' ? kind : '',
  };
}

function unknownKind(scheme: Scheme, { group, kind }: GroupVersionKind, apiVersion: string): string {
  const versions = new Set<string>();
  for (const each of scheme.kinds()) if (each.kind === kind && each.group === group) versions.add(each.version);
  if (versions.size === 0) return `no kind "${kind}" is known in ${apiVersion}`;
  return `no kind "${kind}" is known in ${apiVersion}; that group has it in ${[...versions].join(', ')}`;
}

function refuse(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}
