/** Audit events in the API's terms. Nothing here knows where they go. */
import type { ObjectRef, UserInfo } from '@keelson/meta';

/** Audit levels, from nothing to the bodies of request and response. */
export const levels = ['None', 'Metadata', 'Request', 'RequestResponse'] as const;
export type Level = (typeof levels)[number];

/** Stages: on arrival, at the start of a long-running response, at its end, on a failure of the server. */
export const stages = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const;
export type Stage = (typeof stages)[number];

export function isAtLeast(level: Level, other: Level): boolean {
  return levels.indexOf(level) >= levels.indexOf(other);
}

/** Where a request came from. The same object for all requests of a connection that say the same. */
export interface Origin {
  readonly sourceIps: readonly string[];
  readonly userAgent: string;
}

export interface ResponseStatus {
  readonly status?: string | undefined;
  readonly message?: string | undefined;
  readonly reason?: string | undefined;
  readonly details?: unknown;
  readonly code: number;
}

/** The fields of an event that the short log format shows. */
export interface AuditEvent extends Origin {
  readonly auditId: string;
  readonly stage: Stage;
  readonly requestUri: string;
  readonly verb: string;
  /** Undefined if authentication failed. */
  readonly user: UserInfo | undefined;
  readonly impersonatedUser?: UserInfo | undefined;
  /** Empty texts are left out. */
  readonly object: ObjectRef | undefined;
  readonly response?: ResponseStatus | undefined;
  /** Milliseconds since 1970, with fractions. */
  readonly receivedMs: number;
}
