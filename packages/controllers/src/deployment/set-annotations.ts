/** The annotations by which ReplicaSets remember their Deployment: its revisions, and the sizes that they were part of. */
import type { CachedDeployment, CachedReplicaSet } from './rollout.ts';
import { maxSurge } from './limits-of-rollout.ts';

export const revisionName = 'deployment.kubernetes.io/revision';
const historyName = 'deployment.kubernetes.io/revision-history';
const desiredName = 'deployment.kubernetes.io/desired-replicas';
const maxName = 'deployment.kubernetes.io/max-replicas';
/** `spec.rollbackTo.revision` of extensions/v1beta1 and apps/v1beta1. */
const rollbackName = 'deprecated.deployment.rollback.to';

/** They are about the Deployment itself, or the ReplicaSet has its own. */
const notCopied: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  revisionName,
  historyName,
  desiredName,
  maxName,
  rollbackName,
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

/** The revision that the Deployment is to go back to; 0 is the last one. An annotation that is no int64 asks for nothing. */
export function rollbackRevision({ head }: CachedDeployment): bigint | undefined {
  const text = Object.hasOwn(head.annotations, rollbackName) ? (head.annotations[rollbackName] ?? '') : '';
  if (!/^[+-]?\d{1,19}$/.test(text)) return undefined;
  const revision = BigInt.asIntN(64, BigInt(text));
  return revision === BigInt(text) ? revision : undefined;
}

/** Those of the Deployment with no rollback asked for. */
export function withoutRollback(annotations: SetAnnotations): SetAnnotations {
  const { [rollbackName]: _, ...others } = annotations;
  return others;
}

/** The ReplicaSet's, and what is the Deployment's own: the change cause, say, is that of the template. */
export function annotationsOfRollback(annotations: SetAnnotations, set: CachedReplicaSet): SetAnnotations {
  const own = Object.entries(annotations).filter(([name]) => notCopied.has(name));
  const copied = Object.entries(set.head.annotations).filter(([name]) => !notCopied.has(name));
  return Object.fromEntries([...own, ...copied]);
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
