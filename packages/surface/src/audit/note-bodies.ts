/** Bodies for what is written down, as JSON, whatever they were sent in; only where they are wanted. */
import { DeleteOptions } from '@keelson/api';
import type { Answer, ListAnswer, Place } from '@keelson/registry';
import {
  decodeProtobuf,
  encodeJson,
  openEnvelope,
  parseJson,
  parseYaml,
  stringifyJson,
  type JsonValue,
  type Message,
} from '@keelson/schema';

import type { Exchange } from '../chain/exchange.ts';
import { bodyFormatOf, patchKindOf } from '../negotiate/content-type.ts';
import { writeList } from '../represent/list-writer.ts';
import { objectEncoding } from '../represent/object-encoding.ts';
import type { VerbContext } from '../verbs/verb-context.ts';
import { recordOf } from './records.ts';

const plain = { encoding: 'json', view: 'object', metaVersion: 'v1', isPretty: false } as const;

/** What a request brings. What cannot be read is left out. */
export function noteRequestBody({ incoming, response, info }: Exchange, bytes: Uint8Array): void {
  const record = recordOf(response);
  if (record?.wantsRequest !== true || info.kind !== 'resource' || bytes.length === 0) return;
  const value = valueOf(bytes, incoming.headers['content-type'], messageOf(info.place, info.verb));
  if (value === undefined) return;
  record.noteRequest(stringifyJson(record.omitsManagedFields ? withoutManagedFields(value) : value));
}

/** The object of an answer, and the name of one that was made. */
export function noteAnswer(exchange: Exchange, context: VerbContext, { object, form }: Answer): void {
  const { response, info } = exchange;
  const record = recordOf(response);
  if (record === undefined || info.kind !== 'resource') return;
  const { place, verb } = info;
  if (verb === 'create' && place.name === undefined) record.noteName(object.key.slice(object.key.lastIndexOf('/') + 1));
  if (!record.wantsResponse) return;
  const encoding = objectEncoding({ scheme: context.scheme, form, wanted: place.resource, representation: plain });
  noteJson(exchange, Buffer.from(context.derive(object, encoding)).toString('utf8'));
}

/** Costs the whole list in memory, where somebody wants it in the log. */
export function noteList(exchange: Exchange, context: VerbContext, answer: ListAnswer): void {
  const { response, info } = exchange;
  if (recordOf(response)?.wantsResponse !== true || info.kind !== 'resource') return;
  const { scheme, now, derive, joined } = context;
  const wanted = info.place.resource;
  const writing = { scheme, now, derive, joined, form: answer.form, wanted, representation: plain, ...plain };
  const { pieces } = writeList({ ...writing, includeObject: 'Metadata' }, answer);
  noteJson(exchange, Buffer.concat([...pieces]).toString('utf8'));
}

function noteJson({ response }: Exchange, json: string): void {
  const record = recordOf(response);
  if (record === undefined) return;
  const parsed = record.omitsManagedFields ? parseJson(json) : undefined;
  record.noteResponse(parsed?.ok === true ? stringifyJson(withoutManagedFields(parsed.value)) : json);
}

function messageOf({ resource, subresource }: Place, verb: string): Message {
  if (verb === 'delete' || verb === 'deletecollection') return DeleteOptions;
  const served = subresource === undefined ? undefined : resource.subresources[subresource]?.servedAs;
  return served?.message ?? resource.message;
}

function valueOf(bytes: Uint8Array, contentType: string | undefined, message: Message): JsonValue | undefined {
  const patch = patchKindOf(contentType);
  const format = patch === undefined ? bodyFormatOf(contentType) : patch === 'apply' ? 'yaml' : 'json';
  if (format === 'protobuf') return ofProtobuf(bytes, message);
  const text = Buffer.from(bytes).toString('utf8');
  if (format === 'yaml') {
    const parsed = parseYaml(text);
    return parsed.ok ? parsed.documents[0] : undefined;
  }
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}

function ofProtobuf(bytes: Uint8Array, message: Message): JsonValue | undefined {
  const opened = openEnvelope(bytes);
  const decoded = opened.ok ? decodeProtobuf(message, opened.envelope.raw) : undefined;
  if (!opened.ok || decoded?.ok !== true) return undefined;
  const parsed = parseJson(encodeJson(message, decoded.object));
  return parsed.ok ? withType(parsed.value, opened.envelope.typeMeta) : undefined;
}

/** The kind is in the envelope, not in the object. */
function withType(value: JsonValue, type: { readonly kind: string; readonly apiVersion: string }): JsonValue {
  return isObject(value) ? { ...type, ...value } : value;
}

type JsonObject = Readonly<Record<string, JsonValue>>;

function isObject(value: JsonValue | undefined): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.getPrototypeOf(value) === Object.prototype
  );
}

/** Of an object, or of all objects of a list. */
function withoutManagedFields(value: JsonValue): JsonValue {
  if (!isObject(value)) return value;
  const { metadata, items } = value;
  const rest: Record<string, JsonValue> = { ...value };
  if (isObject(metadata)) {
    const { managedFields: _, ...kept } = metadata;
    rest['metadata'] = kept;
  }
  if (Array.isArray(items)) rest['items'] = (items as readonly JsonValue[]).map(withoutManagedFields);
  return rest;
}
