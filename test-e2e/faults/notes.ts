/** Notes of clients and watchers for the checker. */
import type { Failure } from './check/explanations.ts';
import type { Operation } from './check/operation.ts';
import type { Shown } from './check/stored.ts';
import type { Session } from './check/watches.ts';

export interface Notes {
  readonly operations: Operation[];
  readonly shown: Shown[];
  readonly sessions: Session[];
  readonly failures: Failure[];
  /** Requests that were sent, by kind. */
  readonly counts: Map<string, number>;
}

export function openNotes(): Notes {
  return { operations: [], shown: [], sessions: [], failures: [], counts: new Map() };
}

export const keysPerNamespace = 8;
/** An object is worked on for so long: the search of the checker grows with what is concurrent on one of them. */
export const roundMs = 4_000;

export const namespaceOf = (round: number): string => `faults-${round}`;
export const pathOf = (namespace: string): string => `/api/v1/namespaces/${namespace}/configmaps`;
