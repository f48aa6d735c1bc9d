/** Printed events that wait to be sent, bounded in number and in bytes, and the batches that are made of them. */
import { piecesOf } from '../attachment.ts';
import { ByteWriter } from '../byte-writer.ts';
import { printWithin, type EventLimits } from './event-limits.ts';
import type { EventSource } from './sink.ts';

/** Events of one request, in the order in which they came. */
export interface Batch {
  readonly events: readonly PrintedEvent[];
  readonly bytes: number;
}

/** In JSON, in one or more pieces. */
export type PrintedEvent = readonly Uint8Array[];

export interface Batches {
  /** Throws what the event throws; nothing is added then. */
  add(source: EventSource): 'added' | 'noRoom' | 'tooLarge';
  /** True if the waiting events fill a batch. */
  hasFull(): boolean;
  waitingEvents(): number;
  /** The oldest events. Their bytes count against the limit until they are given back. */
  take(): Batch;
  giveBack(batch: Batch): void;
  /** Resolves to how many were forgotten. */
  forget(): number;
}

export interface BatchesOptions {
  readonly limits: EventLimits;
  readonly maxBatchEvents: number;
  /** Maximum waiting events. */
  readonly limitEvents: number;
  /** Maximum bytes of all events in memory, including those being sent. */
  readonly limitBytes: number;
}

interface Waiting {
  readonly pieces: PrintedEvent;
  readonly bytes: number;
}

export function createBatches({ limits, maxBatchEvents, limitEvents, limitBytes }: BatchesOptions): Batches {
  let waiting: Waiting[] = [];
  let waitingBytes = 0;
  let heldBytes = 0;

  /** At least one event, whatever its size. */
  const batchEnd = (): number => {
    const most = Math.min(waiting.length, maxBatchEvents);
    let bytes = 0;
    for (let end = 0; end < most; end += 1) {
      bytes += waiting[end]?.bytes ?? 0;
      if (end > 0 && bytes > limits.maxBatchBytes) return end;
    }
    return most;
  };

  return {
    add: (source) => {
      if (waiting.length >= limitEvents || heldBytes >= limitBytes) return 'noRoom';
      const event = print(source, limits);
      if (event === undefined) return 'tooLarge';
      if (heldBytes + event.bytes > limitBytes) return 'noRoom';
      waiting.push(event);
      waitingBytes += event.bytes;
      heldBytes += event.bytes;
      return 'added';
    },
    hasFull: () => waiting.length >= maxBatchEvents || waitingBytes >= limits.maxBatchBytes,
    waitingEvents: () => waiting.length,
    take: () => {
      const end = batchEnd();
      const taken = waiting.slice(0, end);
      waiting = waiting.slice(end);
      const bytes = taken.reduce((sum, event) => sum + event.bytes, 0);
      waitingBytes -= bytes;
      return { events: taken.map(({ pieces }) => pieces), bytes };
    },
    giveBack: ({ bytes }) => {
      heldBytes -= bytes;
    },
    forget: () => {
      const count = waiting.length;
      heldBytes -= waitingBytes;
      waitingBytes = 0;
      waiting = [];
      return count;
    },
  };
}

/** Used for one event after the other. */
const scratch = Buffer.allocUnsafeSlow(8 * 1024);
const out = new ByteWriter(scratch);

function print(source: EventSource, limits: EventLimits): Waiting | undefined {
  out.moveTo(scratch);
  if (!printWithin(limits, source, out)) return undefined;
  const { size, attached, buffer, end } = out;
  const own = Buffer.from(buffer.subarray(0, end));
  return { pieces: attached.length === 0 ? [own] : piecesOf(own, end, attached), bytes: size };
}
