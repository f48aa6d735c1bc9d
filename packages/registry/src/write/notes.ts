/** Notes of a write beside its answer: warnings for its client, annotations of its audit event. */
import type { AuditAnnotation } from '@keelson/admission';

import type { Notes, Outcome } from '../contract.ts';

export interface TakenNotes {
  /** In the order they came up, each once. */
  readonly warnings: Set<string>;
  readonly annotations: AuditAnnotation[];
}

/** Refused requests leave notes too. Costs nothing where there are none. */
export function withNotes<T extends Notes>({ warnings, annotations }: TakenNotes, outcome: Outcome<T>): Outcome<T> {
  if (annotations.length === 0 && (outcome.ok || warnings.size === 0)) return outcome;
  const notes = { warnings: [...warnings], annotations };
  return outcome.ok ? { ok: true, value: { ...outcome.value, ...notes } } : { ...outcome, ...notes };
}
