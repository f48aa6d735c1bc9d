/** Tells whether a message, or any message reachable from it, has defaults. Decided once per message. */
import { messageWithin } from '../language/children-of.ts';
import type { Message } from '../language/descriptor.ts';

const known = new WeakMap<Message, boolean>();

export function hasDefaults(message: Message): boolean {
  const found = known.get(message);
  if (found !== undefined) return found;
  const answer = reaches(message);
  known.set(message, answer);
  return answer;
}

/** Walks all that is reachable; a message seen before adds nothing, so recursive ones end. */
function reaches(root: Message): boolean {
  const seen = new Set([root]);
  for (const message of seen) {
    if (message.applyDefaults !== undefined || known.get(message) === true) return true;
    if (message.structuralSchema !== undefined) return true;
    for (const field of Object.values(message.fields)) {
      if (field.default !== undefined) return true;
      const inner = messageWithin(field.shape);
      if (inner !== undefined) seen.add(inner);
    }
  }
  // None of them reaches a default, or it would have been met.
  for (const message of seen) known.set(message, false);
  return false;
}
