/** Validates finalizers: keys of controllers that have work to do before an object is removed. */
import { printValue, type Report } from '@keelson/schema';
import { qualifiedName } from '../names/qualified-name.ts';

/** The two that tell the garbage collector what to do with dependents. */
export const orphanFinalizer = 'orphan';
export const foregroundFinalizer = 'foregroundDeletion';

/** Finalizers that need no domain. */
const standardFinalizers: ReadonlySet<string> = new Set(['kubernetes', orphanFinalizer, foregroundFinalizer]);

export function validateFinalizers(finalizers: readonly string[], report: Report): void {
  for (const finalizer of finalizers) validateFinalizerName(finalizer, 'finalizers', report);
  if (finalizers.includes(orphanFinalizer) && finalizers.includes(foregroundFinalizer)) {
    const detail = `finalizer ${orphanFinalizer} and ${foregroundFinalizer} cannot be both set`;
    report.invalid('finalizers', finalizers, detail);
  }
}

export function validateFinalizerName(finalizer: string, path: string, report: Report): void {
  for (const problem of qualifiedName.check(finalizer)) report.invalid(path, finalizer, problem);
}

/** Finalizers of built-in kinds carry the domain of their owner, unless they are standard. */
export function validateFinalizerOwner(finalizer: string, path: string, report: Report): void {
  if (finalizer.includes('/') || standardFinalizers.has(finalizer)) return;
  report.invalid(path, finalizer, 'name is neither a standard finalizer name nor is it fully qualified');
}

/** Finalizers cannot be added to a terminating object. */
export function validateNoNewFinalizers(now: readonly string[], before: readonly string[], report: Report): void {
  const known = new Set(before);
  const added = [...new Set(now)].filter((finalizer) => !known.has(finalizer)).sort();
  if (added.length === 0) return;
  const claim = 'no new finalizers can be added if the object is being deleted';
  report.forbidden('finalizers', `${claim}, found new finalizers ${printValue(added)}`);
}
