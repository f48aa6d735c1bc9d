/**
 * Lists that a client sent empty, where the canonical form has null for them: for all
 * others the two are the same, but the client that sent a list owns the field. They are
 * lists only while owners are recorded.
 */
import { compileOnce } from '@keelson/schema';
import type { Field, Message } from '@keelson/schema';

import type { ApiObject } from './api-object.ts';

type Fields = Record<string, unknown>;

/** Where an object has null for a list. */
interface Spot {
  readonly holder: Fields;
  readonly field: string;
}

const spotsOf = new WeakMap<ApiObject, readonly Spot[]>();

/** `value` is what the object was decoded from. */
export function noteEmptyLists(message: Message, object: ApiObject, value: unknown): void {
  const spots: Spot[] = [];
  findSpots(message)(object, value, spots);
  if (spots.length > 0) spotsOf.set(object, spots);
}

/** Calls with the lists in their places, and takes them away again. */
export function withEmptyLists(object: ApiObject, run: () => void): void {
  const spots = spotsOf.get(object) ?? [];
  for (const { holder, field } of spots) holder[field] = [];
  run();
  for (const { holder, field } of spots) holder[field] = null;
}

type Find = (object: unknown, value: unknown, into: Spot[]) => void;

/** Looks into messages, not into lists: those that are merged item by item have no such fields in their items. */
const findSpots = compileOnce<Find>((message) => {
  const lists = fieldsOf(message).filter(([, field]) => field.shape.kind === 'list' && field.isAlwaysWritten);
  const messages = fieldsOf(message).flatMap(([name, { shape }]) =>
    shape.kind === 'message' ? [[name, shape.message] as const] : [],
  );
  return (object, value, into) => {
    if (!isFields(object) || !isFields(value)) return;
    for (const [field] of lists) {
      const given = value[field];
      if (object[field] === null && Array.isArray(given) && given.length === 0) into.push({ holder: object, field });
    }
    for (const [name, inner] of messages) {
      if (isFields(object[name]) && isFields(value[name])) findSpots(inner())(object[name], value[name], into);
    }
  };
});

function fieldsOf(message: Message): [string, Field][] {
  return Object.entries(message.fields).filter(([, { presence }]) => presence !== 'inline');
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
