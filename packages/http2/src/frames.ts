/** The frame format of HTTP/2 (RFC 9113, section 4). Refuses to know what frames mean. */
import { protocolError } from './errors.ts';

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

/** The payload without padding and priority, which CONTINUATION never has. Throws if it is shorter than they are. */
export function contentOf({ flags, type, payload }: Frame): Buffer {
  const isPadded = type !== frameType.continuation && (flags & frameFlag.padded) !== 0;
  const skipped = type === frameType.headers && (flags & frameFlag.priority) !== 0 ? 5 : 0;
  if (!isPadded && skipped === 0) return payload;
  const padding = isPadded ? (payload[0] ?? 0) : 0;
  const start = skipped + (isPadded ? 1 : 0);
  if (start + padding > payload.length) throw protocolError('the peer sent a frame that is cut off');
  return payload.subarray(start, payload.length - padding);
}
