/** The metadata of an object, without the rest. */
import type { ObjectVersion } from '@keelson/cache';
import { PartialObjectMetadata } from '@keelson/api';
import { decodeJson, encodeProtobuf, sealEnvelope, stringifyJson, stringifyYaml } from '@keelson/schema';
import type { Form } from '@keelson/registry';
import type { JsonValue, Scheme } from '@keelson/schema';

import type { Representation } from '../negotiate/accept.ts';
import { parseStoredMetadata } from './stored-object.ts';

export interface PartialContext {
  readonly form: Form;
  readonly scheme: Scheme;
}

export function partialOf({ form, scheme }: PartialContext, object: ObjectVersion, metaVersion: string): JsonValue {
  const parsed = parseStoredMetadata(object);
  const { annotationsForFields: hidden } = form.resource ?? {};
  const metadata = hidden === undefined ? parsed : withoutAnnotations(parsed, hidden);
  return { kind: 'PartialObjectMetadata', apiVersion: `meta.${scheme.domain}/${metaVersion}`, metadata };
}

function withoutAnnotations(metadata: JsonValue, hidden: readonly string[]): JsonValue {
  const { annotations, ...others } = metadata as { readonly annotations?: Readonly<Record<string, JsonValue>> };
  const shown = Object.entries(annotations ?? {}).filter(([name]) => !hidden.includes(name));
  if (shown.length === Object.keys(annotations ?? {}).length) return metadata;
  return shown.length === 0 ? others : { ...others, annotations: Object.fromEntries(shown) };
}

export function encodePartial(
  context: PartialContext,
  object: ObjectVersion,
  representation: Representation,
): Uint8Array {
  const { encoding, metaVersion } = representation;
  const partial = partialOf(context, object, metaVersion);
  switch (encoding) {
    case 'json':
      return Buffer.from(stringifyJson(partial));
    case 'yaml':
      return Buffer.from(stringifyYaml(partial));
    case 'protobuf':
      return sealPartial(partial);
  }
}

function sealPartial(partial: JsonValue): Uint8Array {
  const decoded = decodeJson(PartialObjectMetadata, partial);
  if (!decoded.ok) throw new Error(`the metadata of a stored object does not decode: ${decoded.message}`);
  const { kind = '', apiVersion = '' } = decoded.object;
  return sealEnvelope({ kind, apiVersion }, encodeProtobuf(PartialObjectMetadata, decoded.object));
}
