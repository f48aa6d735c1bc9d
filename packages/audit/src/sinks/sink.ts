/** The destinations of audit events. */
import type { ByteWriter } from '../byte-writer.ts';
import type { AuditEvent } from '../event.ts';

/** One event. Its content is that of this moment, not of a later one. */
export interface EventSource {
  /** As JSON on one line, without its end. */
  print(out: ByteWriter): void;
  /** Likewise, without the bodies and with an annotation that says so. */
  printTruncated(out: ByteWriter): void;
  /** For formats other than JSON. */
  event(): AuditEvent;
}

export interface AuditSink {
  /** Neither waits nor throws: what cannot be kept is lost, and counted. */
  write(source: EventSource): void;
  /** Waits a little for what is still on its way. */
  close(): Promise<void>;
}

/** Called with the number of lost events and the cause. */
export type OnLost = (count: number, error: unknown) => void;
