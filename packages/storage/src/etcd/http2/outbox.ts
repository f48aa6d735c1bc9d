/**
 * What is to be sent, gathered until the turn of the event loop ends and then written
 * at once: a system call costs as much as all the rest of a small request. It has no
 * limit of its own; bodies are held back by the peer's windows, before they come here.
 */
import type { Writable } from 'node:stream';

export interface Outbox {
  /** The bytes must not be changed until they are sent. */
  push(bytes: Uint8Array): void;
  /** Does not wait for the end of the turn. */
  flush(): void;
}

export function createOutbox(socket: Pick<Writable, 'write' | 'writable'>): Outbox {
  let pieces: Uint8Array[] = [];

  const flush = (): void => {
    const [only] = pieces;
    if (only === undefined) return;
    const bytes = pieces.length === 1 ? only : Buffer.concat(pieces);
    pieces = [];
    if (socket.writable) socket.write(bytes);
  };

  return {
    push: (bytes) => {
      if (pieces.push(bytes) === 1) setImmediate(flush);
    },
    flush,
  };
}
