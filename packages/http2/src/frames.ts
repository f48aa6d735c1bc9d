/**
 * The frame format of HTTP/2 (RFC 9113, section 4): writes frames, and splits received bytes into frames. It refuses
 * to know what frames mean.
 */
import { protocolError, resetCodes, type Http2Error } from './errors.ts';

export const frameType = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const frameFlag = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 0x20 } as const;

export interface FrameHead {
  readonly length: number;
  readonly type: number;
  readonly flags: number;
  /** 0 for the connection itself. */
  readonly stream: number;
}

/** The payload shares memory with the bytes received. */
export interface Frame extends FrameHead {
  readonly payload: Buffer;
}

export const headBytes = 9;
/** The initial SETTINGS_MAX_FRAME_SIZE, of both sides: a peer that accepts more is not sent more. */
export const largestPayload = 16_384;

/** Returns the offset of the payload. */
export function writeHead(target: Buffer, at: number, { length, type, flags, stream }: FrameHead): number {
  target.writeUIntBE(length, at, 3);
  target[at + 3] = type;
  target[at + 4] = flags;
  target.writeUInt32BE(stream, at + 5);
  return at + headBytes;
}

export function frameOf({ type, flags, stream }: Omit<FrameHead, 'length'>, payload: Uint8Array = noBytes): Buffer {
  const bytes = Buffer.allocUnsafe(headBytes + payload.length);
  bytes.set(payload, writeHead(bytes, 0, { length: payload.length, type, flags, stream }));
  return bytes;
}

const noBytes = new Uint8Array(0);

/**
 * Returns a function that accepts bytes in order and calls back for every complete frame. It keeps at most one
 * incomplete frame, of the largest payload. Throws on a larger frame.
 */
export function createFrameReader(onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  let rest: Buffer | undefined;
  return (chunk) => {
    const bytes = rest === undefined ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (bytes.length - at >= headBytes) {
      const length = bytes.readUIntBE(at, 3);
      if (length > largestPayload) throw tooLarge();
      const start = at + headBytes;
      if (bytes.length < start + length) break;
      onFrame({
        length,
        type: bytes[at + 3] ?? 0,
        flags: bytes[at + 4] ?? 0,
        stream: bytes.readUInt32BE(at + 5) & 0x7fff_ffff,
        payload: bytes.subarray(start, start + length),
      });
      at = start + length;
    }
    rest = at === bytes.length ? undefined : bytes.subarray(at);
  };
}

function tooLarge(): Http2Error {
  return protocolError('the peer sent a frame that is too large', resetCodes.frameSize);
}

/** The payload without padding and priority. Throws if it is shorter than they are. */
export function contentOf({ flags, type, payload }: Frame): Buffer {
  const isPadded = (flags & frameFlag.padded) !== 0;
  const skipped = type === frameType.headers && (flags & frameFlag.priority) !== 0 ? 5 : 0;
  if (!isPadded && skipped === 0) return payload;
  const padding = isPadded ? (payload[0] ?? 0) : 0;
  const start = skipped + (isPadded ? 1 : 0);
  if (start + padding > payload.length) throw protocolError('the peer sent a frame that is cut off');
  return payload.subarray(start, payload.length - padding);
}
