/** The body of a request as JSON on one line, whatever it was sent in. */
import { DeleteOptions } from '@keelson/api';
import {
  decodeProtobuf,
  encodeJson,
  openEnvelope,
  parseJson,
  parseYaml,
  stringifyJson,
  type JsonValue,
  type Message,
  type Scheme,
} from '@keelson/schema';

import { bodyFormatOf, patchKindOf } from '../negotiate/content-type.ts';
import type { ResourceName } from './recipe.ts';
import { isObjectValue, withoutManagedFields } from './without-managed-fields.ts';

/** All that reading a request's body requires, as plain data: large bodies are printed on another thread. */
export interface BodyRecipe {
  readonly contentType: string | undefined;
  readonly verb: string;
  readonly resource: ResourceName;
  readonly subresource: string | undefined;
  readonly omitsManagedFields: boolean;
}

/** From here on a body is not printed on the thread that serves everybody. */
const heavyBytes = 64 * 1024;
const heavyYamlBytes = 4 * 1024;

export function isHeavyToPrint({ contentType }: BodyRecipe, { length }: Uint8Array): boolean {
  return length > (formatOf(contentType) === 'yaml' ? heavyYamlBytes : heavyBytes);
}

/** Undefined for what cannot be read. */
export function printBody(scheme: Scheme, recipe: BodyRecipe, bytes: Uint8Array): string | undefined {
  const value = valueOf(bytes, formatOf(recipe.contentType), messageOf(scheme, recipe));
  if (value === undefined) return undefined;
  return stringifyJson(recipe.omitsManagedFields ? withoutManagedFields(value) : value);
}

function formatOf(contentType: string | undefined) {
  const patch = patchKindOf(contentType);
  if (patch === undefined) return bodyFormatOf(contentType);
  return patch === 'apply' ? 'yaml' : 'json';
}

function messageOf(scheme: Scheme, { verb, resource: name, subresource }: BodyRecipe): Message | undefined {
  if (verb === 'delete' || verb === 'deletecollection') return DeleteOptions;
  const resource = scheme.resource(name.group, name.version, name.plural);
  const served = subresource === undefined ? undefined : resource?.subresources[subresource]?.servedAs;
  return served?.message ?? resource?.message;
}

function valueOf(
  bytes: Uint8Array,
  format: ReturnType<typeof formatOf>,
  message: Message | undefined,
): JsonValue | undefined {
  if (format === 'protobuf') return message && ofProtobuf(bytes, message);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  if (format === 'yaml') {
    const parsed = parseYaml(text, { maxDocuments: 1 });
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
  return isObjectValue(value) ? { ...type, ...value } : value;
}
