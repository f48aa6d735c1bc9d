/** Decodes, validates (as create and as update) and encodes an object, as a server does. For tests of cost. */
import {
  convertObject,
  decodeProtobuf,
  encodeJson,
  encodeProtobuf,
  parseJson,
  tableOf,
  type JsonValue,
  type Resource,
  type Scheme,
} from '@keelson/schema';

import { create, update, updateStatus } from './admit.ts';

const now = new Date('2022-01-02T03:09:05Z');

/** False where the text is no object of the resource. */
export function handle(scheme: Scheme, resource: Resource, text: string): boolean {
  const parsed = parseJson(text);
  if (!parsed.ok) return false;
  const body = withName(parsed.value);
  try {
    const { object } = create(resource, body);
    update(resource, object, body);
    updateStatus(resource, object, body);
    tableOf(resource).print(object, { now });
    for (const select of Object.values(resource.fieldSelectors)) select(object as never);
    encodeJson(resource.message, object);
    decodeProtobuf(resource.message, encodeProtobuf(resource.message, object));
    for (const other of scheme.versionsOf(resource))
      convertObject(scheme, structuredClone(object) as object, resource, other);
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'Error') return false;
    throw error;
  }
}

function withName(body: JsonValue): JsonValue {
  const { metadata } = body as { readonly metadata?: object };
  return { ...(body as object), metadata: { name: 'a', ...metadata } };
}
