/** What is written down about a request, in the words of the API. Where it goes is not known here. */

/** How much of a request is written down, from nothing to the bodies of both sides. */
export const levels = ['None', 'Metadata', 'Request', 'RequestResponse'] as const;
export type Level = (typeof levels)[number];

/** When: as it came, when a long answer began, when it was over, when the server failed. */
export const stages = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const;
export type Stage = (typeof stages)[number];

export function isAtLeast(level: Level, other: Level): boolean {
  return levels.indexOf(level) >= levels.indexOf(other);
}

export interface AuditUser {
  readonly name: string;
  readonly uid?: string | undefined;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Empty texts are left out. */
export interface ObjectReference {
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly subresource: string;
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

/** What short lines tell of an event. */
export interface AuditEvent extends Origin {
  readonly auditId: string;
  readonly stage: Stage;
  readonly requestUri: string;
  readonly verb: string;
  /** Nobody, where nobody was let in. */
  readonly user: AuditUser | undefined;
  readonly impersonatedUser?: AuditUser | undefined;
  readonly object: ObjectReference | undefined;
  readonly response?: ResponseStatus | undefined;
  /** Milliseconds since 1970, with fractions. */
  readonly receivedMs: number;
}
