/** Translates the propagation policy of a delete into the finalizers that the garbage collector acts on. */
import { foregroundFinalizer, orphanFinalizer } from '@keelson/meta';
import type { Resource } from '@keelson/schema';

import type { DeletePlan } from '../options/delete-plan.ts';

type Asked = Pick<DeletePlan, 'orphanDependents' | 'propagationPolicy'>;

/** The finalizers that the object must have. An object that expires by itself has no dependents. */
export function finalizersOf(stored: Resource, finalizers: readonly string[], asked: Asked): readonly string[] {
  if (stored.expires === true) return finalizers;
  const wanted = wantedFinalizer(stored, finalizers, asked);
  const kept = finalizers.filter((finalizer) => finalizer !== orphanFinalizer && finalizer !== foregroundFinalizer);
  const next = wanted === undefined ? kept : [...kept, wanted];
  const before = new Set(finalizers);
  const isSame = next.length === finalizers.length && next.every((finalizer) => before.has(finalizer));
  return isSame ? finalizers : next;
}

/** Precedence: this delete's options, then an earlier delete's, then the default of the kind. */
function wantedFinalizer(stored: Resource, finalizers: readonly string[], asked: Asked): string | undefined {
  const { orphanDependents, propagationPolicy } = asked;
  if (orphanDependents !== undefined) return orphanDependents ? orphanFinalizer : undefined;
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
  return earlier ?? (stored.orphansDependents === undefined ? undefined : orphanFinalizer);
}
