/** Tells text of a message that the rules of its defaults would leave as it is. */
import { applyDefaults } from '../../defaults/apply-defaults.ts';
import { hasDefaults } from '../../defaults/has-defaults.ts';
import { messageWithin } from '../../language/children-of.ts';
import type { Field, Message } from '../../language/descriptor.ts';
import type { TypeMeta } from '../../language/infer.ts';
import { refuseForm, type WrittenMember } from './transcoding.ts';

const known = new WeakMap<Message, boolean>();

/** Returns true if a default depends on more than its own field, or is where fields are not looked at one by one. */
export function hasRulesOfDefaults(message: Message): boolean {
  const found = known.get(message);
  if (found !== undefined) return found;
  const answer = reachesRule(message);
  known.set(message, answer);
  return answer;
}

function reachesRule(root: Message): boolean {
  const reached = new Set([root]);
  for (const message of reached) {
    if (message.applyDefaults !== undefined || message.structuralSchema !== undefined) return true;
    for (const field of Object.values(message.fields)) {
      const within = messageWithin(field.shape);
      if (within === undefined) continue;
      if (isReadWhole(field) && hasDefaults(within)) return true;
      reached.add(within);
    }
  }
  return false;
}

function isReadWhole({ shape }: Field): boolean {
  const container = shape.kind === 'map' ? shape.value : shape;
  return container.kind === 'alternative' || (container.kind === 'list' && container.isWrapped === true);
}

export interface ObjectText {
  readonly json: Buffer;
  readonly typeMeta: Required<TypeMeta>;
  readonly members: readonly WrittenMember[];
}

/**
 * Parses the members that the rules look at and no others: those of `metadata` are half of most objects. False also
 * where JavaScript would print the same value otherwise, such as a number beyond 2^53: that is decoded.
 */
export function isSettled(message: Message, text: ObjectText): boolean {
  const handler = new ParsedMembers(text);
  applyDefaults(message, new Proxy({}, handler));
  return handler.isAsWritten();
}

/** An object whose members are parsed when they are first read. Refuses whatever else but reading is done to it. */
class ParsedMembers implements ProxyHandler<object> {
  readonly #text: ObjectText;
  readonly #parsed = new Map<string, { readonly written: string; readonly value: unknown }>();

  constructor(text: ObjectText) {
    this.#text = text;
  }

  get(_: object, name: string | symbol): unknown {
    if (typeof name === 'symbol') return refuseForm();
    const { typeMeta, members, json } = this.#text;
    if (name === 'kind' || name === 'apiVersion') return typeMeta[name];
    const known = this.#parsed.get(name);
    if (known !== undefined) return known.value;
    const member = members.find((each) => each.name === name);
    if (member === undefined) return undefined;
    const written = json.toString('utf8', member.start, member.end);
    const value: unknown = JSON.parse(written);
    this.#parsed.set(name, { written, value });
    return value;
  }

  isAsWritten(): boolean {
    for (const { written, value } of this.#parsed.values()) {
      if (typeof value === 'object' && JSON.stringify(value) !== written) return false;
    }
    return true;
  }

  set = refuseForm;
  deleteProperty = refuseForm;
  defineProperty = refuseForm;
  has = refuseForm;
  ownKeys = refuseForm;
  getOwnPropertyDescriptor = refuseForm;
  getPrototypeOf = refuseForm;
}
