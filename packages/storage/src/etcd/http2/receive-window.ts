/**
 * How much the peer may send. The connection takes all that comes; whoever wants less
 * of a stream holds its own window.
 */
import { frameOf, frameType } from './frames.ts';

export const largestWindow = 0x7fff_ffff;
const usualWindow = 65_535;
const refillAt = 2 ** 30;

export interface ReceiveWindow {
  /** To be called first. */
  open(): void;
  /** So many bytes have come. */
  take(bytes: number): void;
}

/** Of the connection. */
export function createReceiveWindow(push: (bytes: Buffer) => void): ReceiveWindow {
  let taken = 0;
  return {
    open: () => push(windowUpdate(0, largestWindow - usualWindow)),
    take: (bytes) => {
      taken += bytes;
      if (taken < refillAt) return;
      push(windowUpdate(0, taken));
      taken = 0;
    },
  };
}

/** Lets the peer send so much more on a stream, or on the connection (0). */
export function windowUpdate(stream: number, bytes: number): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(bytes);
  return frameOf({ type: frameType.windowUpdate, flags: 0, stream }, payload);
}
