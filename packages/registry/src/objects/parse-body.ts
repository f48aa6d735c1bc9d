/** Bytes of a body to a JSON value, from any notation. The meaning of the value is decided elsewhere. */
import { decodeText, isEnvelope, openEnvelope, parseJson, parseYaml } from '@keelson/schema';
import type { JsonValue } from '@keelson/schema';

import type { Body } from '../contract.ts';

export type ParsedBody =
  | { readonly ok: true; readonly kind: 'json'; readonly value: JsonValue }
  | { readonly ok: true; readonly kind: 'protobuf'; readonly typeMeta: TypeNames; readonly raw: Uint8Array }
  | { readonly ok: false; readonly message: string };

/** As the body has them: empty where it says nothing. */
export interface TypeNames {
  readonly apiVersion: string;
  readonly kind: string;
}

export function parseBody({ format, bytes }: Body, onDuplicate?: (path: string) => void): ParsedBody {
  switch (format) {
    case 'json':
      return parseJsonBody(bytes, onDuplicate);
    case 'yaml':
      return parseYamlBody(bytes);
    case 'protobuf':
      return parseProtobufBody(bytes);
  }
}

function parseJsonBody(bytes: Uint8Array, onDuplicate: ((path: string) => void) | undefined): ParsedBody {
  const decoded = decodeText(bytes);
  if (!decoded.ok) return { ok: false, message: notJson(decoded.message) };
  const parsed = parseJson(decoded.text, { onDuplicate });
  return parsed.ok ? { ok: true, kind: 'json', value: parsed.value } : { ok: false, message: notJson(parsed.message) };
}

/** Of several documents the first counts. */
function parseYamlBody(bytes: Uint8Array): ParsedBody {
  const decoded = decodeText(bytes);
  if (!decoded.ok) return { ok: false, message: `yaml: ${decoded.message}` };
  const parsed = parseYaml(decoded.text, { maxDocuments: 1 });
  if (parsed.ok) return { ok: true, kind: 'json', value: parsed.documents[0] ?? null };
  const line = parsed.line === undefined ? '' : `line ${parsed.line}: `;
  return { ok: false, message: `yaml: ${line}${parsed.message}` };
}

const magicBytes = 4;

function parseProtobufBody(bytes: Uint8Array): ParsedBody {
  if (bytes.length === 0) return { ok: false, message: 'empty data' };
  if (!isEnvelope(bytes)) {
    const message = 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]';
    return { ok: false, message };
  }
  if (bytes.length === magicBytes) return { ok: false, message: 'empty body' };
  const opened = openEnvelope(bytes);
  if (!opened.ok) return { ok: false, message: opened.message };
  const { typeMeta, raw } = opened.envelope;
  return { ok: true, kind: 'protobuf', typeMeta: { apiVersion: typeMeta.apiVersion, kind: typeMeta.kind }, raw };
}

/** In the words of the API, whose reader looks for the type first. */
export function notJson(message: string): string {
  return `couldn't get version/kind; json parse error: ${message}`;
}
