/**
 * The receive window of the connection (RFC 9113, section 5.2): as large as possible and refilled early. Back-pressure
 * is applied by the windows of streams.
 */
import { frameOf, frameType } from './frames.ts';

export const largestWindow = 0x7fff_ffff;
const initialWindow = 65_535;
const refillAt = 2 ** 30;

export interface ReceiveWindow {
  /** Must be called first. */
  open(): void;
  /** Accounts for bytes received. */
  take(bytes: number): void;
}

export function createReceiveWindow(push: (bytes: Buffer) => void): ReceiveWindow {
  let taken = 0;
  return {
    open: () => push(windowUpdate(0, largestWindow - initialWindow)),
    take: (bytes) => {
      taken += bytes;
      if (taken < refillAt) return;
      push(windowUpdate(0, taken));
      taken = 0;
    },
  };
}

/** The frame that opens the window of a stream, or of the connection (0). */
export function windowUpdate(stream: number, bytes: number): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(bytes);
  return frameOf({ type: frameType.windowUpdate, flags: 0, stream }, payload);
}
