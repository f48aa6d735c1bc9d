/** Where events go. */
import type { AuditEvent } from '../event.ts';

/** For those who want other words than JSON. Tells of this moment, and of no later one. */
export interface EventSource {
  event(): AuditEvent;
}

export interface AuditSink {
  /** An event as JSON on one line. Neither waits nor throws: what cannot be kept is lost, and counted. */
  write(json: string, source: EventSource): void;
  /** Waits a little for what is still on its way. */
  close(): Promise<void>;
}

/** Told of events that were lost, and why. */
export type OnLost = (count: number, error: unknown) => void;
