/**
 * Compiles a reader at most once per message, and only when it is first asked for.
 * A message that contains itself finds the reader under construction: what is
 * handed out before it is ready calls through.
 */
import type { Message } from './language/descriptor.ts';

type Reader = (...input: never[]) => unknown;

export function compileOnce<R extends Reader>(compile: (message: Message) => R): (message: Message) => R {
  const ready = new WeakMap<Message, R>();
  const underway = new Set<Message>();
  return function readerOf(message) {
    const found = ready.get(message);
    if (found !== undefined) return found;
    if (underway.has(message)) {
      let real: R | undefined;
      const later = (...input: never[]) => (real ??= readerOf(message))(...input);
      return later as R;
    }
    underway.add(message);
    try {
      const made = compile(message);
      ready.set(message, made);
      return made;
    } finally {
      underway.delete(message);
    }
  };
}
