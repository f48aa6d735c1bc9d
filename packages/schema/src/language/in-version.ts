/**
 * A message in another version of its group. Messages that do not differ between versions
 * are declared once; nested messages of the same group move with them.
 */
import type { Field, Message, Shape } from './descriptor.ts';

/** `instead` maps messages that the other version declares itself, or borrows, to their replacements. */
export function inVersion<M extends Message>(
  message: M,
  version: string,
  instead: readonly (readonly [original: Message, other: Message])[] = [],
): M {
  const home = homeOf(message.name);
  const group = home.slice(0, home.lastIndexOf('.'));
  const moved = new Map<Message, Message>(instead);

  /** Returns the same copy to every message that uses it: readers are cached by message. */
  function move(original: Message): Message {
    const known = moved.get(original);
    if (known !== undefined) return known;
    const made = homeOf(original.name) === home ? rename(original) : original;
    moved.set(original, made);
    return made;
  }

  function rename(original: Message): Message {
    const name = `${group}.${version}${original.name.slice(home.length)}`;
    const fields = Object.entries(original.fields).map(([key, field]) => [key, moveField(field)] as const);
    return Object.freeze({ ...original, name, fields: Object.fromEntries(fields) });
  }

  function moveField(field: Field): Field {
    return { ...field, shape: moveShape(field.shape) };
  }

  function moveShape(shape: Shape): Shape {
    if (shape.kind === 'list') return { ...shape, item: moveShape(shape.item) };
    if (shape.kind === 'map') return { ...shape, value: moveShape(shape.value) };
    const holdsMessage = shape.kind === 'message' || shape.kind === 'alternative';
    return holdsMessage ? { ...shape, message: () => move(shape.message()) } : shape;
  }

  return move(message) as M;
}

/** The part of a message's name that says group and version. */
function homeOf(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}
