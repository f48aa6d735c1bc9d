/** The conditions of a namespace that is being deleted: what is left in it, and why. */
import type { DeletionProgress } from '@keelson/schema';

import type { Namespace, NamespaceCondition } from './namespace.ts';

type ConditionType = NamespaceCondition['type'];

interface Finding {
  readonly type: ConditionType;
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

/** Returns true if a condition has changed. The time is that of the last change of a status. */
export function reportProgress({ status }: Namespace, progress: DeletionProgress): boolean {
  const conditions = [...(status.conditions ?? [])];
  let hasChanged = false;
  for (const finding of findingsOf(progress)) {
    const at = conditions.findIndex(({ type }) => type === finding.type);
    const old = conditions[at];
    if (old !== undefined && isSame(old, finding)) continue;
    const since = old?.status === finding.status ? old.lastTransitionTime : progress.now;
    conditions[at < 0 ? conditions.length : at] = { ...finding, lastTransitionTime: since ?? progress.now };
    hasChanged = true;
  }
  if (hasChanged) status.conditions = conditions;
  return hasChanged;
}

function isSame(condition: NamespaceCondition, { status, reason, message }: Finding): boolean {
  return condition.status === status && condition.reason === reason && condition.message === message;
}

function findingsOf({ failures, remaining, finalizers, discoveryFault }: DeletionProgress): readonly Finding[] {
  return [
    findDiscovery(discoveryFault),
    {
      type: 'NamespaceDeletionGroupVersionParsingFailure',
      status: 'False',
      reason: 'ParsedGroupVersions',
      message: 'All legacy kube types successfully parsed',
    },
    findFailures(failures),
    findRemaining(remaining),
    findFinalizers(finalizers),
  ];
}

function findDiscovery(fault: string | undefined): Finding {
  const type = 'NamespaceDeletionDiscoveryFailure';
  return fault === undefined
    ? { type, status: 'False', reason: 'ResourcesDiscovered', message: 'All resources successfully discovered' }
    : { type, status: 'True', reason: 'DiscoveryFailed', message: fault };
}

function findFailures(failures: readonly string[]): Finding {
  const type = 'NamespaceDeletionContentFailure';
  if (failures.length === 0) {
    const message = 'All content successfully deleted, may be waiting on finalization';
    return { type, status: 'False', reason: 'ContentDeleted', message };
  }
  const all = [...failures].sort().join(', ');
  const message = `Failed to delete all resource types, ${failures.length} remaining: ${all}`;
  return { type, status: 'True', reason: 'ContentDeletionFailed', message };
}

function findRemaining(remaining: ReadonlyMap<string, number>): Finding {
  const type = 'NamespaceContentRemaining';
  if (remaining.size === 0) {
    return { type, status: 'False', reason: 'ContentRemoved', message: 'All content successfully removed' };
  }
  const all = [...remaining].map(([resource, count]) => `${resource} has ${count} resource instances`);
  const message = `Some resources are remaining: ${all.sort().join(', ')}`;
  return { type, status: 'True', reason: 'SomeResourcesRemain', message };
}

function findFinalizers(finalizers: ReadonlyMap<string, number>): Finding {
  const type = 'NamespaceFinalizersRemaining';
  if (finalizers.size === 0) {
    const message = 'All content-preserving finalizers finished';
    return { type, status: 'False', reason: 'ContentHasNoFinalizers', message };
  }
  const all = [...finalizers].map(([finalizer, count]) => `${finalizer} in ${count} resource instances`);
  const message = `Some content in the namespace has finalizers remaining: ${all.sort().join(', ')}`;
  return { type, status: 'True', reason: 'SomeFinalizersRemain', message };
}
