/** Translates the propagation policy of a delete into the finalizers that the garbage collector acts on. */
import { foregroundFinalizer, orphanFinalizer } from '@keelson/meta';
import type { Resource } from '@keelson/schema';

import type { DeletePlan } from '../options/delete-plan.ts';

export interface PropagationAsked extends Pick<DeletePlan, 'orphanDependents' | 'propagationPolicy'> {
  /** As the version that was asked for has it: an older one may differ. */
  readonly orphansByDefault: boolean;
}

/** The finalizers that the object must have. An object that expires by itself has no dependents. */
export function finalizersOf(
  stored: Resource,
  finalizers: readonly string[],
  asked: PropagationAsked,
): readonly string[] {
  if (stored.expires === true) return finalizers;
  const wanted = wantedFinalizer(finalizers, asked, stored.deletion.kind);
  const kept = finalizers.filter((finalizer) => finalizer !== orphanFinalizer && finalizer !== foregroundFinalizer);
  const next = wanted === undefined ? kept : [...kept, wanted];
  const before = new Set(finalizers);
  const isSame = next.length === finalizers.length && next.every((finalizer) => before.has(finalizer));
  return isSame ? finalizers : next;
}

/** Precedence: this delete's options, then an earlier delete's, then the default of the kind. */
function wantedFinalizer(
  finalizers: readonly string[],
  asked: PropagationAsked,
  deletion: Resource['deletion']['kind'],
): string | undefined {
  const { orphanDependents, propagationPolicy } = asked;
  if (orphanDependents === true) return orphanFinalizer;
  // An object with a content of its own is there until its dependents are gone, if they are not to be orphaned.
  if (orphanDependents === false) return deletion === 'twoPhase' ? foregroundFinalizer : undefined;
  switch (propagationPolicy) {
    case 'Orphan':
      return orphanFinalizer;
    case 'Foreground':
      return foregroundFinalizer;
    case undefined:
      break;
    default:
      return undefined;
  }
  const earlier = finalizers.find((finalizer) => finalizer === orphanFinalizer || finalizer === foregroundFinalizer);
  return earlier ?? (asked.orphansByDefault ? orphanFinalizer : undefined);
}
