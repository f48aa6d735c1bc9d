/** Tells whether a message, or any below it, has rules to check, so that the rest is never walked. */
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
  if (message.validate !== undefined || known.get(message) === true) return true;
  return Object.values(message.fields).some((field) => fieldReachesRules(field, seen));
}

function fieldReachesRules(field: Field, seen: Set<Message>): boolean {
  if (field.notEmpty !== undefined) return true;
  return shapeReachesRules(field.shape, (message) => reachesRules(message, seen));
}

function shapeReachesRules(shape: Shape, reaches: (message: Message) => boolean): boolean {
  switch (shape.kind) {
    case 'string':
      return (
        shape.enum !== undefined ||
        shape.minLength !== undefined ||
        shape.maxLength !== undefined ||
        shape.format !== undefined
      );
    case 'int32':
    case 'int64':
      return shape.minimum !== undefined || shape.maximum !== undefined;
    case 'list':
      return shape.minItems !== undefined || shape.maxItems !== undefined || shapeReachesRules(shape.item, reaches);
    case 'map':
      return shape.keyFormat !== undefined || shapeReachesRules(shape.value, reaches);
    case 'message':
    case 'alternative':
      return reaches(shape.message());
    case 'bool':
    case 'double':
    case 'bytes':
    case 'time':
    case 'microTime':
    case 'duration':
    case 'quantity':
    case 'intOrString':
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
      return false;
  }
}
