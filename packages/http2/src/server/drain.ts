/**
 * The graceful end of a connection (RFC 9113, section 6.8): a GOAWAY that refuses nothing, a PING, and after its answer
 * the GOAWAY that names the last stream taken. What the client sent before it knew is served.
 */
import { resetCodes } from '../errors.ts';
import { frameOf, frameType } from '../frames.ts';

const lastStream = 0x7fff_ffff;
/** A client that does not answer the PING is not waited for. */
const pongMs = 1_000;

export interface Draining {
  readonly push: (bytes: Uint8Array) => void;
  /** The highest that the client has used. */
  readonly lastUsed: () => number;
  /** Streams above `lastTaken` are not taken any more. */
  readonly onRefusing: () => void;
}

export interface Drain {
  begin(): void;
  /** The answer to a PING. */
  onPong(): void;
  lastTaken(): number;
  isRefusing(): boolean;
  stop(): void;
}

export function createDrain({ push, lastUsed, onRefusing }: Draining): Drain {
  let isBegun = false;
  let isStopped = false;
  let taken = lastStream;
  let pongTimer: NodeJS.Timeout | undefined;
  const onPong = (): void => {
    if (!isBegun || isStopped || taken !== lastStream) return;
    clearTimeout(pongTimer);
    taken = lastUsed();
    push(goAway(taken, resetCodes.noError, ''));
    onRefusing();
  };
  return {
    begin: () => {
      if (isBegun || isStopped) return;
      isBegun = true;
      push(goAway(lastStream, resetCodes.noError, ''));
      push(frameOf({ type: frameType.ping, flags: 0, stream: 0 }, Buffer.alloc(8)));
      pongTimer = setTimeout(onPong, pongMs).unref();
    },
    onPong,
    lastTaken: () => taken,
    isRefusing: () => taken !== lastStream,
    stop: () => {
      isStopped = true;
      clearTimeout(pongTimer);
    },
  };
}

export function goAway(last: number, code: number, reason: string): Buffer {
  const payload = Buffer.alloc(8 + Buffer.byteLength(reason));
  payload.writeUInt32BE(last, 0);
  payload.writeUInt32BE(code, 4);
  payload.write(reason, 8);
  return frameOf({ type: frameType.goAway, flags: 0, stream: 0 }, payload);
}
