/**
 * Reads the body of a request, up to a limit. A client that sends more, or stops in
 * the middle, costs no more than what came so far.
 */
import type { IncomingMessage } from 'node:http';

export type BodyResult =
  { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly reason: 'tooLarge' | 'aborted' };

export function readBody(incoming: IncomingMessage, limitBytes: number): Promise<BodyResult> {
  const announced = Number(incoming.headers['content-length'] ?? 0);
  if (announced > limitBytes) return Promise.resolve({ ok: false, reason: 'tooLarge' });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (result: BodyResult): void => {
      incoming.off('data', onData).off('end', onEnd).off('error', onAborted).off('close', onAborted);
      resolve(result);
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= limitBytes) chunks.push(chunk);
      else {
        incoming.pause();
        settle({ ok: false, reason: 'tooLarge' });
      }
    };
    const onEnd = (): void =>
      settle({ ok: true, bytes: chunks.length === 1 ? chunkOf(chunks) : Buffer.concat(chunks) });
    const onAborted = (): void => settle({ ok: false, reason: 'aborted' });
    incoming.on('data', onData).on('end', onEnd).on('error', onAborted).on('close', onAborted);
  });
}

/** A client that sends on for longer, or more, is not listening. */
const discardedMs = 2_000;
const discardedBytes = 64 * 1024 * 1024;

/**
 * Takes in what is left of a body that is refused: a client that is still sending when
 * the connection closes would never read why.
 */
export function discardRest(incoming: IncomingMessage): void {
  let left = discardedBytes;
  const timer = setTimeout(() => incoming.complete || incoming.destroy(), discardedMs);
  timer.unref();
  incoming.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) incoming.destroy();
  });
  incoming.on('error', () => undefined);
  incoming.once('close', () => clearTimeout(timer));
  incoming.resume();
}

function chunkOf([only]: readonly Buffer[]): Uint8Array {
  return only ?? Buffer.alloc(0);
}
