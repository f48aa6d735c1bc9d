/**
 * How much the peer may send. All that was asked for is wanted, and is gathered whole
 * by whoever asked, so that the windows are as wide as they can be.
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

/** Of the connection. Streams have theirs by a setting, and are over before it is used up. */
export function createReceiveWindow(push: (bytes: Buffer) => void): ReceiveWindow {
  let taken = 0;
  const grant = (bytes: number): void => {
    const payload = Buffer.alloc(4);
    payload.writeUInt32BE(bytes);
    push(frameOf({ type: frameType.windowUpdate, flags: 0, stream: 0 }, payload));
  };
  return {
    open: () => grant(largestWindow - usualWindow),
    take: (bytes) => {
      taken += bytes;
      if (taken < refillAt) return;
      grant(taken);
      taken = 0;
    },
  };
}
