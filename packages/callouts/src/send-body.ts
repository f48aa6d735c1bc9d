/** Sends a body no faster than the other side takes it. */
import type { Readable, Writable } from 'node:stream';

/** Small pieces are sent together. */
const leastBytes = 16 * 1024;
/** One write is encrypted in one go, on the serving thread, so its size is limited. */
const mostBytes = 256 * 1024;

/** RFC 9110, section 8.6: no length is due where the method gives no meaning to a body. */
export const bodilessMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE', 'TRACE']);

/** Calls `onSent` after the last piece was handed over. Does nothing more once the stream is destroyed. */
export function sendBody(stream: Writable, pieces: readonly Uint8Array[], onSent: () => void): void {
  const parts = partsOf(pieces);
  const goOn = (): void => {
    for (let part = parts.next(); part.done !== true; part = parts.next()) {
      if (stream.destroyed) return;
      if (!stream.write(part.value)) return;
    }
    stream.off('drain', goOn);
    onSent();
  };
  stream.on('drain', goOn);
  goOn();
}

function* partsOf(pieces: readonly Uint8Array[]): Generator<Uint8Array, void> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    const isSmall = piece.length < leastBytes;
    if (isSmall) {
      held.push(piece);
      bytes += piece.length;
    }
    if (bytes > 0 && (!isSmall || bytes >= leastBytes)) {
      yield Buffer.concat(held, bytes);
      held = [];
      bytes = 0;
    }
    if (!isSmall) for (let at = 0; at < piece.length; at += mostBytes) yield piece.subarray(at, at + mostBytes);
  }
  if (bytes > 0) yield Buffer.concat(held, bytes);
}

export interface BodyRelay {
  /** Waits for `resume`. */
  pause(): void;
  /** There is room again. */
  resume(): void;
  /** Stops reading; the source is destroyed if it has not ended. */
  stop(): void;
}

export interface RelayEvents {
  /** Writes one piece, framed as the connection needs it. Returns false when there is no room, until `resume`. */
  write(bytes: Buffer): boolean;
  onEnd(): void;
  /** The source ended before its end. */
  onBroken(error: unknown): void;
}

/** Relays a stream, a piece at a time. */
export function relayBody(source: Readable, events: RelayEvents): BodyRelay {
  let isOver = false;
  const finish = (): void => {
    isOver = true;
    source.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onError);
    // Whatever it still has to say concerns nobody.
    source.on('error', ignore);
  };
  const onData = (bytes: Buffer): void => {
    if (!events.write(bytes)) source.pause();
  };
  const onEnd = (): void => {
    finish();
    events.onEnd();
  };
  const onError = (error: unknown): void => {
    finish();
    events.onBroken(error);
  };
  const onClose = (): void => onError(new Error('the body of the request ended before it was complete'));
  source.on('end', onEnd).on('error', onError).on('close', onClose);
  source.on('data', onData);
  // A source that was destroyed while the connection was opened tells it no more.
  if (source.destroyed) {
    queueMicrotask(() => {
      if (!isOver) onClose();
    });
  }
  return {
    pause: () => void source.pause(),
    resume: () => {
      if (!isOver) source.resume();
    },
    stop: () => {
      if (isOver) return;
      finish();
      source.destroy();
    },
  };
}

function ignore(): void {
  // The exchange that this body belongs to is over.
}
