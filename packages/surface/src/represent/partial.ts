/** The metadata of an object, without the rest. */
import type { ObjectVersion } from '@keelson/cache';
import { PartialObjectMetadata } from '@keelson/api';
import { decodeJson, encodeProtobuf, sealEnvelope, stringifyJson, stringifyYaml } from '@keelson/schema';
import type { JsonValue } from '@keelson/schema';

import type { Representation } from '../negotiate/accept.ts';
import { parseStoredMetadata } from './stored-object.ts';

export function partialOf(object: ObjectVersion, domain: string, metaVersion: string): JsonValue {
  const metadata = parseStoredMetadata(object);
  return { kind: 'PartialObjectMetadata', apiVersion: `meta.${domain}/${metaVersion}`, metadata };
}

export function encodePartial(object: ObjectVersion, domain: string, representation: Representation): Uint8Array {
  const { encoding, metaVersion } = representation;
  const partial = partialOf(object, domain, metaVersion);
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
