/** Rules for the numbers in the status of a workload. */
import type { Report } from '@keelson/schema';

type Counts<Key extends string> = { readonly [K in Key]?: number | bigint };

export function checkNotNegative<Key extends string>(status: Counts<Key>, keys: readonly Key[], report: Report): void {
  for (const key of keys) {
    const count = status[key] ?? 0;
    if (count < 0) report.invalid(`status.${key}`, count, 'must be greater than or equal to 0');
  }
}

/** `limit` as messages call it. */
export function checkAtMost<Key extends string>(
  status: Counts<Key>,
  [key, most]: readonly [Key, Key],
  limit: string,
  report: Report,
): void {
  const count = status[key] ?? 0;
  if (count > (status[most] ?? 0)) report.invalid(`status.${key}`, count, `cannot be greater than ${limit}`);
}

interface Collisions {
  readonly collisionCount?: number;
}

/** A count that is there cannot be removed either, not even a zero. */
export function checkCollisions({ collisionCount: count }: Collisions, old: Collisions, report: Report): void {
  const { collisionCount: before } = old;
  if (before === undefined || (count !== undefined && count >= before)) return;
  report.invalid('status.collisionCount', count ?? 0, 'cannot be decremented');
}

export const replicaCountRules = [
  'Numbers of the status are not negative; parts of the replicas are not more than all.',
];

/** Of replica sets and replication controllers. */
export function validateReplicaCounts(
  status: Counts<'replicas' | 'fullyLabeledReplicas' | 'readyReplicas' | 'availableReplicas' | 'observedGeneration'>,
  report: Report,
): void {
  const parts = ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'] as const;
  checkNotNegative(status, ['replicas', ...parts, 'observedGeneration'], report);
  for (const key of parts) checkAtMost(status, [key, 'replicas'], 'status.replicas', report);
  checkAtMost(status, ['availableReplicas', 'readyReplicas'], 'readyReplicas', report);
}
