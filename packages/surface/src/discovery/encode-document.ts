/** Discovery documents as bytes. */
import { encodeJson, encodeProtobuf, parseJson, sealEnvelope, stringifyJson, stringifyYaml } from '@keelson/schema';
import type { JsonValue } from '@keelson/schema';

import type { MediaEncoding } from '../negotiate/accept.ts';
import type { DiscoveryDocument } from './group-documents.ts';

export interface DocumentStyle {
  readonly encoding: MediaEncoding;
  readonly isPretty: boolean;
}

export function encodeDocument(document: DiscoveryDocument, { encoding, isPretty }: DocumentStyle): Buffer {
  const { message, object } = document;
  switch (encoding) {
    case 'json': {
      const text = encodeJson(message, object);
      return Buffer.from(`${isPretty ? stringifyJson(valueOf(text), 2) : text}\n`);
    }
    case 'yaml':
      return Buffer.from(stringifyYaml(valueOf(encodeJson(message, object))));
    case 'protobuf': {
      const { kind, apiVersion = '' } = object;
      return Buffer.from(sealEnvelope({ kind, apiVersion }, encodeProtobuf(message, object)));
    }
  }
}

function valueOf(text: string): JsonValue {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(`the encoder wrote what the parser does not read: ${parsed.message}`);
  return parsed.value;
}
