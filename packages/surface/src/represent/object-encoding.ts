/**
 * Encodes an object in a representation. The common case, JSON of the storage version,
 * passes the stored bytes on; any other encoding is made once per object and kept with
 * it by the holder of the object.
 */
import type { Encoding, ObjectVersion } from '@keelson/cache';
import type { Form } from '@keelson/registry';
import { encodeJson, encodeProtobuf, parseJson, sealEnvelope, stringifyJson, stringifyYaml } from '@keelson/schema';
import type { JsonValue, Message, Resource, Scheme } from '@keelson/schema';

import type { Representation } from '../negotiate/accept.ts';
import { encodingKey } from './encoding-key.ts';
import { encodePartial } from './partial.ts';
import { offloaded, type EncodeElsewhere } from './recipe.ts';
import { decodeAs, isSameVersion, parseStored } from './stored-object.ts';

export interface ObjectContext {
  readonly scheme: Scheme;
  readonly form: Form;
  readonly wanted: Resource;
  readonly representation: Representation;
  /** For objects that would hold up this thread. Without it, all are encoded here. */
  readonly elsewhere?: EncodeElsewhere | undefined;
}

/** The bytes as they are; never kept twice. */
const asStored: Encoding = { key: undefined, encode: ({ value }) => value };

export function isAsStored({ form, wanted, representation }: ObjectContext): boolean {
  const { encoding, view } = representation;
  return encoding === 'json' && view === 'object' && isSameVersion(form, wanted);
}

/** Whole, with its type: as the answer to a get, or in an event. JSON is compact: it is laid out when it is sent. */
export function objectEncoding(context: ObjectContext): Encoding {
  if (isAsStored(context)) return asStored;
  const { encoding, view, metaVersion } = context.representation;
  const key = encodingKey(context, `${encoding} ${view} ${metaVersion}`);
  return offloaded(context, 'whole', { key, encode: (object) => encodeWhole(context, object) });
}

function encodeWhole(context: ObjectContext, object: ObjectVersion): Uint8Array {
  const { representation } = context;
  if (representation.view !== 'object') return encodePartial(context, object, representation);
  if (representation.encoding === 'protobuf') return encodeEnveloped(context, object);
  return encodeText(plainValue(context, object), representation);
}

/** The object as a JSON value, in the requested version. */
export function plainValue(context: ObjectContext, object: ObjectVersion): JsonValue {
  return isSameVersion(context.form, context.wanted) ? parseStored(object) : convertedJson(context, object);
}

export function encodeText(value: JsonValue, { encoding }: Representation): Uint8Array {
  return Buffer.from(encoding === 'yaml' ? stringifyYaml(value) : stringifyJson(value));
}

/** Through text, so that the fields come in declared order whatever the conversion did. */
function convertedJson({ scheme, form, wanted }: ObjectContext, object: ObjectVersion): JsonValue {
  const text = encodeJson(messageOf(form, wanted), decodeAs(scheme, object, form, wanted));
  const parsed = parseJson(text, { maxDepth: Infinity });
  if (!parsed.ok) throw new Error(`the encoder wrote what the parser does not read: ${parsed.message}`);
  return parsed.value;
}

function encodeEnveloped({ scheme, form, wanted }: ObjectContext, object: ObjectVersion): Uint8Array {
  const decoded = decodeAs(scheme, object, form, wanted);
  const { kind = '', apiVersion = '' } = decoded;
  return sealEnvelope({ kind, apiVersion }, encodeProtobuf(messageOf(form, wanted), decoded));
}

export function messageOf(form: Form, wanted: Resource): Message {
  return form.resource === undefined ? form.message : wanted.message;
}
