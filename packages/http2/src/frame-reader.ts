/** Splits received bytes into frames. A frame that comes in several pieces is copied together, all others are not. */
import { protocolError, resetCodes } from './errors.ts';
import { headBytes, largestPayload, type Frame } from './frames.ts';

/**
 * Returns a function that accepts bytes in order and calls back for every complete frame. It keeps at most one
 * incomplete frame, of the largest payload. Throws on a larger frame.
 */
export function createFrameReader(onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  /** As large as the frame that has begun, or as its head while that is incomplete. */
  let begun: Buffer | undefined;
  let begunBytes = 0;

  /** Returns the offset of what follows the frame that has begun, or undefined while that is incomplete. */
  const complete = (chunk: Buffer): number | undefined => {
    let at = 0;
    while (begun !== undefined) {
      const copied = chunk.copy(begun, begunBytes, at);
      at += copied;
      begunBytes += copied;
      if (begunBytes < begun.length) return undefined;
      const frameBytes = headBytes + lengthAt(begun, 0);
      const bytes = begun;
      begun = bytes.length < frameBytes ? Buffer.allocUnsafe(frameBytes) : undefined;
      if (begun === undefined) onFrame(frameAt(bytes, 0));
      else bytes.copy(begun);
    }
    return at;
  };

  return (chunk) => {
    let at = complete(chunk);
    if (at === undefined) return;
    let left = chunk.length - at;
    let wanted = headBytes;
    while (left >= headBytes) {
      wanted = headBytes + lengthAt(chunk, at);
      if (left < wanted) break;
      onFrame(frameAt(chunk, at));
      at += wanted;
      left -= wanted;
      wanted = headBytes;
    }
    if (left === 0) return;
    begun = Buffer.allocUnsafe(wanted);
    begunBytes = chunk.copy(begun, 0, at);
  };
}

function frameAt(bytes: Buffer, at: number): Frame {
  const length = bytes.readUIntBE(at, 3);
  const start = at + headBytes;
  return {
    length,
    type: bytes[at + 3] ?? 0,
    flags: bytes[at + 4] ?? 0,
    stream: bytes.readUInt32BE(at + 5) & 0x7fff_ffff,
    payload: bytes.subarray(start, start + length),
  };
}

/** Of the payload of the frame there. */
function lengthAt(bytes: Buffer, at: number): number {
  const length = bytes.readUIntBE(at, 3);
  if (length > largestPayload) throw protocolError('the peer sent a frame that is too large', resetCodes.frameSize);
  return length;
}
