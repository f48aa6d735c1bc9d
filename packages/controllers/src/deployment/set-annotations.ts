/** The annotations by which ReplicaSets remember their Deployment: its revisions, and the sizes that they were part of. */
import type { CachedDeployment, CachedReplicaSet } from './rollout.ts';
import { maxSurge } from './limits-of-rollout.ts';

export const revisionName = 'deployment.kubernetes.io/revision';
const historyName = 'deployment.kubernetes.io/revision-history';
const desiredName = 'deployment.kubernetes.io/desired-replicas';
const maxName = 'deployment.kubernetes.io/max-replicas';

/** They are about the Deployment itself, or the ReplicaSet has its own. */
const notCopied: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  revisionName,
  historyName,
  desiredName,
  maxName,
  'deprecated.deployment.rollback.to',
]);

export type SetAnnotations = Readonly<Record<string, string>>;

/** A revision is an int64. 0 without one, and for one that is none. */
export function revisionOf({ head }: CachedReplicaSet): bigint {
  const text = Object.hasOwn(head.annotations, revisionName) ? (head.annotations[revisionName] ?? '') : '';
  return parseRevision(text) ?? 0n;
}

const largestRevision = 2n ** 63n - 1n;

function parseRevision(text: string): bigint | undefined {
  const revision = /^\d{1,19}$/.test(text) ? BigInt(text) : undefined;
  return revision === undefined || revision > largestRevision ? undefined : revision;
}

/** The size of the Deployment when the ReplicaSet was scaled last. */
export function desiredReplicasOf({ head }: CachedReplicaSet): number | undefined {
  return numberIn(head.annotations, desiredName);
}

/** The same with its surge. */
export function maxReplicasOf({ head }: CachedReplicaSet): number | undefined {
  return numberIn(head.annotations, maxName);
}

function numberIn(annotations: SetAnnotations, name: string): number | undefined {
  const text = Object.hasOwn(annotations, name) ? (annotations[name] ?? '') : '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

export function withSizes(annotations: SetAnnotations, { object }: CachedDeployment): SetAnnotations {
  const replicas = object.spec.replicas ?? 1;
  return { ...annotations, [desiredName]: String(replicas), [maxName]: String(replicas + maxSurge(object)) };
}

/** The Deployment's annotations and the new revision. An older revision of the ReplicaSet goes into its history. */
export function withRevision(
  annotations: SetAnnotations,
  { head }: CachedDeployment,
  revision: bigint,
): SetAnnotations {
  const copied = Object.entries(head.annotations).filter(([name]) => !notCopied.has(name));
  const next: Record<string, string> = { ...annotations, ...Object.fromEntries(copied) };
  const before = next[revisionName] ?? '';
  const known = before === '' ? 0n : parseRevision(before);
  if (known === undefined || known >= revision) return next;
  next[revisionName] = String(revision);
  if (before !== '') next[historyName] = addToHistory(next[historyName] ?? '', before);
  return next;
}

const longestHistory = 2_000;

/** The oldest revisions go where the text gets too long. */
function addToHistory(history: string, revision: string): string {
  if (history === '') return revision;
  const revisions = [...history.split(','), revision];
  while (revisions.length > 1 && revisions.join(',').length > longestHistory) revisions.shift();
  return revisions.join(',');
}

export function isSameAnnotations(a: SetAnnotations, b: SetAnnotations): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
