/** Pieces that are made for one answer, as one stream of gzip, compressed off this thread. */
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';

import { giveWayWithRests } from '@keelson/telemetry';

import { gzipLevel } from './compressed-piece.ts';
import type { PieceSource } from './gzip-pieces.ts';

const chunkSize = 64 * 1024;
/** Approximate memory of a stream: its window, its tables and its input and output buffers. */
export const gzipBytes = 384 * 1024;

/** To be returned from where its end is not reached. */
export async function* gzipStream(source: PieceSource): AsyncIterator<Uint8Array> {
  const gzip = createGzip({ level: gzipLevel, chunkSize });
  // Its errors, and those of the source, come out of the loop below.
  pipeline(Readable.from(inTurns(source), { highWaterMark: 1 }), gzip, () => undefined);
  for await (const bytes of gzip) yield bytes as Buffer;
}

async function* inTurns(source: PieceSource): AsyncIterable<Uint8Array> {
  try {
    for (;;) {
      const paused = giveWayWithRests();
      if (paused !== undefined) await paused;
      const next = await source.next();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await source.return?.();
  }
}
