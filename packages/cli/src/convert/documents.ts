/** Splits an input into the objects it holds. Finds the format out from the content, not from the name. */
import { decodeText, isEnvelope, openEnvelope, parseJson, parseYaml } from '@keelson/schema';
import type { JsonValue } from '@keelson/schema';

import type { OutputFormat } from './options.ts';
import { splitJsonValues } from './split-json-values.ts';

export interface JsonDocument {
  readonly form: 'json';
  readonly value: JsonValue;
  /** Paths of keys that were given more than once. */
  readonly duplicates: readonly string[];
}

export interface ProtobufDocument {
  readonly form: 'protobuf';
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: Uint8Array;
}

export type InputDocument = JsonDocument | ProtobufDocument;

export type SplitDocuments =
  | { readonly ok: true; readonly format: OutputFormat; readonly documents: readonly InputDocument[] }
  | { readonly ok: false; readonly message: string };

export function splitDocuments(bytes: Uint8Array): SplitDocuments {
  if (isEnvelope(bytes)) return readEnvelope(bytes);
  const text = decodeText(bytes);
  if (!text.ok) return text;
  return /^\s*[[{]/.test(text.text) ? readJson(text.text) : readYaml(text.text);
}

function readEnvelope(bytes: Uint8Array): SplitDocuments {
  const opened = openEnvelope(bytes);
  if (!opened.ok) return opened;
  const { typeMeta, raw, contentEncoding, contentType } = opened.envelope;
  const other = contentEncoding || contentType;
  if (other !== '') return { ok: false, message: `the envelope holds ${other}, not plain protobuf` };
  const { apiVersion, kind } = typeMeta;
  return { ok: true, format: 'protobuf', documents: [{ form: 'protobuf', apiVersion, kind, raw }] };
}

/** One value, or several one after the other. */
function readJson(text: string): SplitDocuments {
  const whole = readJsonValue(text);
  if (whole.ok) return { ok: true, format: 'json', documents: [whole.document] };
  const documents: JsonDocument[] = [];
  for (const part of splitJsonValues(text)) {
    const value = readJsonValue(part);
    if (!value.ok) return readYamlOr(text, whole.message);
    documents.push(value.document);
  }
  return { ok: true, format: 'json', documents };
}

type JsonOutcome =
  { readonly ok: true; readonly document: JsonDocument } | { readonly ok: false; readonly message: string };

function readJsonValue(text: string): JsonOutcome {
  const duplicates: string[] = [];
  const parsed = parseJson(text, { onDuplicate: (path) => duplicates.push(path) });
  return parsed.ok ? { ok: true, document: { form: 'json', value: parsed.value, duplicates } } : parsed;
}

/** YAML may begin with a brace too, and JSON values may be separated as YAML documents are. */
function readYamlOr(text: string, message: string): SplitDocuments {
  const yaml = readYaml(text);
  return yaml.ok ? yaml : { ok: false, message };
}

function readYaml(text: string): SplitDocuments {
  const parsed = parseYaml(text);
  if (!parsed.ok) {
    const place = parsed.line === undefined ? '' : `line ${String(parsed.line)}: `;
    return { ok: false, message: `${place}${parsed.message}` };
  }
  const documents = parsed.documents.map((value) => ({ form: 'json' as const, value, duplicates: [] }));
  return { ok: true, format: 'yaml', documents };
}
