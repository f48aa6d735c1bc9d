/** Where events go. */
import type { AuditEvent } from '../event.ts';

/** An event as JSON on one line, and for those who want other words. */
export interface PrintedEvent {
  readonly json: string;
  readonly event: () => AuditEvent;
}

export interface AuditSink {
  /** Neither waits nor throws: what cannot be kept is lost, and counted. */
  write(printed: PrintedEvent): void;
  /** Waits a little for what is still on its way. */
  close(): Promise<void>;
}

/** Told of events that were lost, and why. */
export type OnLost = (count: number, error: unknown) => void;
