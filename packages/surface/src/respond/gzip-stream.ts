/** Pieces that are made for one answer, as one stream of gzip, compressed off this thread. */
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';

import { giveWayWithRests, type MaybePromise } from '@keelson/telemetry';

interface Source {
  next(): MaybePromise<IteratorResult<Uint8Array, unknown>>;
}

const level = 1;
const chunkSize = 64 * 1024;

/** To be returned from where its end is not reached. */
export async function* gzipStream(source: Source): AsyncIterator<Uint8Array> {
  const gzip = createGzip({ level, chunkSize });
  // Its errors, and those of the source, come out of the loop below.
  pipeline(Readable.from(inTurns(source), { highWaterMark: 1 }), gzip, () => undefined);
  for await (const bytes of gzip) yield bytes as Buffer;
}

async function* inTurns(source: Source): AsyncIterable<Uint8Array> {
  for (;;) {
    const paused = giveWayWithRests();
    if (paused !== undefined) await paused;
    const next = await source.next();
    if (next.done === true) return;
    yield next.value;
  }
}
