/** Tells whether a message, or any below it, has rules to check, so that the rest is never walked. */
import { childrenOf } from '../language/children-of.ts';
import type { Field, Message, Shape } from '../language/descriptor.ts';

const known = new WeakMap<Message, boolean>();

export function hasRules(message: Message): boolean {
  const found = known.get(message);
  if (found !== undefined) return found;
  const seen = new Set<Message>();
  const has = reachesRules(message, seen);
  // Law: what is reachable from a message without rules has none either.
  if (!has) for (const other of seen) known.set(other, false);
  known.set(message, has);
  return has;
}

export function shapeHasRules(shape: Shape): boolean {
  return shapeReachesRules(shape, hasRules);
}

function reachesRules(message: Message, seen: Set<Message>): boolean {
  if (seen.has(message)) return false;
  seen.add(message);
  if (message.structuralSchema !== undefined) return true;
  if (message.validate !== undefined || known.get(message) === true) return true;
  return Object.values(message.fields).some((field) => fieldReachesRules(field, seen));
}

function fieldReachesRules(field: Field, seen: Set<Message>): boolean {
  if (field.isUnchecked === true) return false;
  if (field.notEmpty !== undefined) return true;
  return shapeReachesRules(field.shape, (message) => reachesRules(message, seen));
}

function shapeReachesRules(shape: Shape, reaches: (message: Message) => boolean): boolean {
  if (hasOwnRules(shape)) return true;
  const children = childrenOf(shape);
  switch (children.kind) {
    case 'none':
      return false;
    case 'items':
    case 'entries':
      return shapeReachesRules(children.shape, reaches);
    case 'message':
    case 'alternative':
      return reaches(children.message());
  }
}

/** Rules are properties of a shape, whatever its kind. */
function hasOwnRules(shape: Shape): boolean {
  return ruleNames.some((name) => name in shape);
}

type KeysOf<S> = S extends unknown ? keyof S : never;

const ruleNames: readonly KeysOf<Shape>[] = [
  'enum',
  'minLength',
  'maxLength',
  'format',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'keyFormat',
];
