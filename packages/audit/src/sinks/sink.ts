/** Where events go. */
import type { ByteWriter } from '../byte-writer.ts';
import type { AuditEvent } from '../event.ts';

/** One event. Tells of this moment, and of no later one. */
export interface EventSource {
  /** As JSON on one line, without its end. */
  print(out: ByteWriter): void;
  /** Likewise, without the bodies and with an annotation that says so. */
  printTruncated(out: ByteWriter): void;
  /** For those who want other words than JSON. */
  event(): AuditEvent;
}

export interface AuditSink {
  /** Neither waits nor throws: what cannot be kept is lost, and counted. */
  write(source: EventSource): void;
  /** Waits a little for what is still on its way. */
  close(): Promise<void>;
}

/** Told of events that were lost, and why. */
export type OnLost = (count: number, error: unknown) => void;
