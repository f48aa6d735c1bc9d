/** The progress of emptying a namespace, and what other servers hold in it. */
import type { DeletionProgress } from '@keelson/schema';

export interface Emptying {
  /** Objects that are still there, held by finalizers or by their grace period. 0: the content no longer holds the namespace. */
  readonly remaining: number;
}

/** Deletes what other servers hold in a namespace, and tells what is left. Never rejects. */
export type EmptyElsewhere = (namespace: string) => Promise<ContentElsewhere>;

export type ContentElsewhere = Omit<DeletionProgress, 'now'>;

export const nothingElsewhere: ContentElsewhere = { failures: [], remaining: new Map(), finalizers: new Map() };

/** The objects that are left elsewhere; at least 1 where some may be. */
export function countElsewhere({ failures, remaining, discoveryFault }: ContentElsewhere): number {
  const known = [...remaining.values()].reduce((sum, count) => sum + count, 0);
  const mayBeMore = failures.length > 0 || discoveryFault !== undefined;
  return known === 0 && mayBeMore ? 1 : known;
}
