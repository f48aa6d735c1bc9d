/** Size limits of events and batches, per back end. */
import { largestEventBytes } from '../body.ts';
import type { ByteWriter } from '../byte-writer.ts';
import type { EventSource } from './sink.ts';

export interface EventLimits {
  /** An event that is larger goes without its bodies, and if it is too large even then, not at all. */
  readonly maxEventBytes: number;
  /** Events go together up to this, at least one of them. */
  readonly maxBatchBytes: number;
}

/** The default limits. */
export const widestLimits: EventLimits = { maxEventBytes: largestEventBytes, maxBatchBytes: largestEventBytes };

/** Begins the event. `false`: it is too large, also without its bodies, and nothing was printed. */
export function printWithin(
  { maxEventBytes }: Pick<EventLimits, 'maxEventBytes'>,
  source: Pick<EventSource, 'print' | 'printTruncated'>,
  out: ByteWriter,
): boolean {
  out.begin();
  try {
    source.print(out);
    if (out.size <= maxEventBytes) return true;
    out.takeBack();
    source.printTruncated(out);
    if (out.size <= maxEventBytes) return true;
  } catch (error) {
    out.takeBack();
    throw error;
  }
  out.takeBack();
  return false;
}
