/**
 * Events on their way to the sinks. They wait for a moment, so that many are printed in a
 * row: printed one at a time, each would meet cold processor caches, which costs more than
 * the printing.
 */
import type { ByteWriter } from './byte-writer.ts';
import type { AuditEvent, Stage } from './event.ts';
import type { AuditRecord } from './record.ts';
import type { AuditSink, EventSource } from './sinks/sink.ts';

export interface EventQueue {
  add(record: AuditRecord, stage: Stage): void;
  /** Hands on what waits. */
  flush(): void;
}

export interface EventQueueOptions {
  readonly sinks: readonly AuditSink[];
  readonly onEvents: (count: number) => void;
  readonly gatherMs?: number;
}

const defaultGatherMs = 10;
/** More of them would live long enough to cost the collector of garbage what the rest saves. */
const gatherLimit = 16;

export function createEventQueue({ sinks, onEvents, gatherMs = defaultGatherMs }: EventQueueOptions): EventQueue {
  let waiting: RecordedEvent[] = [];
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    const events = waiting;
    waiting = [];
    if (events.length > 0) onEvents(events.length);
    for (const event of events) for (const sink of sinks) sink.write(event);
  };
  const arm = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      flush();
    }, gatherMs).unref();
  };

  return {
    add: (record, stage) => {
      waiting.push(new RecordedEvent(record, stage));
      // More may be noted after the beginning of an answer, of which this event does not tell.
      if (waiting.length === gatherLimit || stage === 'ResponseStarted') flush();
      else arm();
    },
    flush,
  };
}

class RecordedEvent implements EventSource {
  readonly #record: AuditRecord;
  readonly #stage: Stage;

  constructor(record: AuditRecord, stage: Stage) {
    this.#record = record;
    this.#stage = stage;
  }

  print(out: ByteWriter): void {
    this.#record.print(out, this.#stage);
  }

  printTruncated(out: ByteWriter): void {
    this.#record.printTruncated(out, this.#stage);
  }

  event(): AuditEvent {
    return this.#record.event(this.#stage);
  }
}
