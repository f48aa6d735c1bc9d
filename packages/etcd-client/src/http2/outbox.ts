/**
 * Collects the bytes to send until the turn of the event loop ends and writes them with one system call, which costs
 * as much as all the rest of a small request. Bodies wait for the peer's windows before they come here; the rest
 * (headers, acknowledgements) is bounded by what a peer may leave unread.
 */
import type { Writable } from 'node:stream';

/** More than a member's windows ever allow. */
const mostUnreadBytes = 64 * 1024 * 1024;

export interface FrameOutbox {
  /** The bytes must not be changed until they are sent. */
  push(bytes: Uint8Array): void;
  /** Writes without waiting for the end of the turn. */
  flush(): void;
}

export interface OutboxOptions {
  readonly socket: Pick<Writable, 'write' | 'writable' | 'writableLength'>;
  /** The peer does not read. May be called more than once. */
  readonly onFull: () => void;
  readonly limitBytes?: number;
}

export function createFrameOutbox({ socket, onFull, limitBytes = mostUnreadBytes }: OutboxOptions): FrameOutbox {
  let pieces: Uint8Array[] = [];

  const flush = (): void => {
    const [only] = pieces;
    if (only === undefined) return;
    const bytes = pieces.length === 1 ? only : Buffer.concat(pieces);
    pieces = [];
    if (!socket.writable) return;
    socket.write(bytes);
    if (socket.writableLength > limitBytes) onFull();
  };

  return {
    push: (bytes) => {
      if (pieces.push(bytes) === 1) setImmediate(flush);
    },
    flush,
  };
}
