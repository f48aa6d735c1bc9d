/**
 * Conversion of events in batches, one under way at a time: events that come meanwhile are the next batch, so that a slow
 * webhook has one call of its own pace, and order is kept by whoever sends the events on.
 */
import type { ObjectVersion } from '@keelson/cache';

import type { Converter } from './converter.ts';
import { nothingConverted } from './converter.ts';
import { RefusedConversion } from './refused-conversion.ts';

interface Waiting {
  readonly object: ObjectVersion;
  readonly resolve: (made: ObjectVersion) => void;
  readonly reject: (error: unknown) => void;
}

export type ConvertInBatches = (object: ObjectVersion) => Promise<ObjectVersion>;

export function createEventBatches({ convert }: Converter): ConvertInBatches {
  let waiting: Waiting[] = [];
  let isRunning = false;

  const run = async (): Promise<void> => {
    // All that is due in this turn is one batch.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await convertBatch(convert, batch);
    }
    isRunning = false;
  };
  return (object) =>
    new Promise((resolve, reject) => {
      waiting.push({ object, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      run().catch(reject);
    });
}

/** An object that cannot be converted fails alone: the halves of a batch that was refused are tried again. */
async function convertBatch(convert: Converter['convert'], batch: readonly Waiting[]): Promise<void> {
  try {
    const made = await convert(batch.map(({ object }) => object));
    for (const [index, { resolve }] of batch.entries()) resolve(made[index] ?? nothingConverted());
  } catch (error) {
    if (!(error instanceof RefusedConversion) || batch.length === 1) {
      for (const { reject } of batch) reject(error);
      return;
    }
    const half = Math.ceil(batch.length / 2);
    await convertBatch(convert, batch.slice(0, half));
    await convertBatch(convert, batch.slice(half));
  }
}
