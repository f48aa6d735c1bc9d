/** Reads a body piece by piece. In between the message is paused, and so is its connection once a buffer is full. */
import type { IncomingMessage } from 'node:http';

import type { BodyPiece, BodyReader } from '../exchange.ts';

/** Listens only while a piece is asked for, so that what is left can be discarded at any time. */
export function readPieces(message: IncomingMessage): BodyReader {
  return {
    next: () => {
      if (message.readableEnded) return Promise.resolve({ kind: 'end' });
      // A destroyed message emits no further events.
      if (message.destroyed) return Promise.resolve({ kind: 'aborted' });
      return new Promise((resolve) => {
        const settle = (piece: BodyPiece): void => {
          message.pause();
          message.off('data', onData).off('end', onEnd).off('error', onAborted).off('close', onAborted);
          resolve(piece);
        };
        const onData = (bytes: Buffer): void => settle({ kind: 'bytes', bytes });
        const onEnd = (): void => settle({ kind: 'end' });
        const onAborted = (): void => settle({ kind: 'aborted' });
        message.on('data', onData).on('end', onEnd).on('error', onAborted).on('close', onAborted);
        message.resume();
      });
    },
  };
}
