/**
 * Feature gates of fields: while a gate is off, its fields are dropped from new objects, and kept on objects that use
 * them already, so that turning a gate off loses nothing that is stored.
 */
import { compileOnce } from '../compile-once.ts';
import { inlined } from '../json/layout.ts';
import { childrenOf, messageWithin } from '../language/children-of.ts';
import type { Field, Message, Shape } from '../language/descriptor.ts';

type JsonObject = Record<string, unknown>;

export interface FieldGates {
  /**
   * Drops the fields of `object` whose gates are off and not in use in `old`. Returns true if it dropped any. Changes
   * `object`, which must be in canonical form.
   */
  drop(message: Message, object: object, old?: object): boolean;
}

/** All gates are on. */
export const openGates: FieldGates = { drop: () => false };

/** Messages that lead to no field behind one of these gates cost one look-up. */
export function createFieldGates(off: ReadonlySet<string>): FieldGates {
  if (off.size === 0) return openGates;
  const findersOf = compileFinders(off);
  return {
    drop: (message, object, old) => {
      const find = findersOf(message);
      if (find === undefined) return false;
      const used = usesIn(find, object);
      if (used.length === 0) return false;
      const before = new Set(old === undefined ? [] : usesIn(find, old).map(({ gate }) => gate));
      const dropped = used.filter(({ gate }) => !before.has(gate));
      for (const { holder, name } of dropped) Reflect.deleteProperty(holder, name);
      return dropped.length > 0;
    },
  };
}

/** A field that is behind a gate that is off, and has a value. */
interface Use {
  readonly holder: JsonObject;
  readonly name: string;
  readonly gate: string;
}

type Find = (value: unknown, into: Use[]) => void;

function usesIn(find: Find, object: object): Use[] {
  const uses: Use[] = [];
  find(object, uses);
  return uses;
}

function compileFinders(off: ReadonlySet<string>): (message: Message) => Find | undefined {
  const reached = new WeakMap<Message, boolean>();
  const isReached = (message: Message): boolean => {
    let reaches = reached.get(message);
    if (reaches === undefined) reached.set(message, (reaches = reachesGate(message, off)));
    return reaches;
  };
  const finderOf: (message: Message) => Find = compileOnce((message): Find => {
    const own = Object.entries(message.fields).flatMap(([name, { featureGate: gate }]) =>
      gate !== undefined && off.has(gate) ? [{ name, gate }] : [],
    );
    const nested = Object.entries(message.fields).flatMap(([name, field]) => {
      const find = findInField(field);
      return find === undefined ? [] : [{ name: field.presence === 'inline' ? undefined : name, find }];
    });
    return (value, into) => {
      const holder = value as JsonObject;
      for (const { name, gate } of own) if (isThere(holder[name])) into.push({ holder, name, gate });
      for (const { name, find } of nested) {
        const inner = name === undefined ? holder : holder[name];
        if (isThere(inner)) find(inner, into);
      }
    };
  });
  const findInField = (field: Field): Find | undefined =>
    field.presence === 'inline' ? findInMessage(() => inlined(field)) : findInShape(field.shape);
  const findInMessage = (message: () => Message): Find | undefined => {
    if (!isReached(message())) return undefined;
    let find: Find | undefined;
    return (value, into) => (find ??= finderOf(message()))(value, into);
  };
  const findInShape = (shape: Shape): Find | undefined => {
    const children = childrenOf(shape);
    switch (children.kind) {
      case 'none':
        return undefined;
      case 'items':
        return findInEach(findInShape(children.shape), (list) => list as unknown[]);
      case 'entries':
        return findInEach(findInShape(children.shape), (map) => Object.values(map as JsonObject));
      case 'message':
        return findInMessage(children.message);
      case 'alternative':
        return findInAlternative(findInMessage(children.message));
    }
  };
  return (message) => (isReached(message) ? finderOf(message) : undefined);
}

/** Walks all that is reachable; a message seen before adds nothing, so recursive ones end. */
function reachesGate(root: Message, off: ReadonlySet<string>): boolean {
  const seen = new Set([root]);
  for (const message of seen) {
    for (const { featureGate, shape } of Object.values(message.fields)) {
      if (featureGate !== undefined && off.has(featureGate)) return true;
      const inner = messageWithin(shape);
      if (inner !== undefined) seen.add(inner);
    }
  }
  return false;
}

function findInEach(find: Find | undefined, itemsOf: (value: unknown) => readonly unknown[]): Find | undefined {
  if (find === undefined) return undefined;
  return (value, into) => {
    for (const item of itemsOf(value)) if (isThere(item)) find(item, into);
  };
}

function findInAlternative(find: Find | undefined): Find | undefined {
  if (find === undefined) return undefined;
  return (value, into) => {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof item === 'object' && item !== null) find(item, into);
    }
  };
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}
