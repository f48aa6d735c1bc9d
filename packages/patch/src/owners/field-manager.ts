/**
 * Field ownership for the objects of one type, as the write pipeline uses it. A pure function of its arguments, manager
 * and time included; it never mutates them.
 */
import type { PatchOutcome } from '../outcome.ts';
import { apply } from './apply.ts';
import type { Applied, ApplyRequest } from './apply.ts';
import type { ManagedType } from './managed-type.ts';
import { recordUpdate } from './record-update.ts';
import type { Recorded, Update } from './record-update.ts';

export interface FieldManager {
  /** For every write but apply. The writer takes ownership of the fields it changes; there are no conflicts. */
  recordUpdate(update: Update): Recorded;
  apply(request: ApplyRequest): PatchOutcome<Applied>;
}

export function fieldManager(type: ManagedType): FieldManager {
  return {
    recordUpdate: (update) => recordUpdate(type, update),
    apply: (request) => apply(type, request),
  };
}
