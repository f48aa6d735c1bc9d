/** The content of a namespace that is being deleted: counted by kind, and by the finalizers that hold it. */
import type { ObjectVersion } from '@keelson/cache';
import { decodeObjectHead } from '@keelson/informers';
import { giveWay } from '@keelson/telemetry';

import type { Store, Stores } from '../resources/stores.ts';

export interface KindContent {
  readonly store: Store;
  readonly objects: readonly ObjectVersion[];
  /** The number of objects; at least 1 if a current list could not be had. */
  readonly count: number;
}

/** Lists concurrently, so that the most recent reads share their wait. */
export async function listContent(
  stores: Stores,
  namespace: string,
  { revision }: ObjectVersion,
): Promise<readonly KindContent[]> {
  const namespaced = stores.all().filter(({ stored }) => stored.scope === 'Namespaced');
  const all = namespaced.map(async (store) => {
    const listed = await store.cache.list({ namespace, collectsUnreadable: true });
    const isSeen = listed.ok && listed.revision >= revision;
    if (!isSeen) return { store, objects: [], count: 1 };
    return { store, objects: listed.objects, count: listed.objects.length + listed.unreadable.length };
  });
  return (await Promise.all(all)).filter(({ count }) => count > 0);
}

export interface ContentCounts {
  /** By `plural.group`. */
  readonly remaining: ReadonlyMap<string, number>;
  /** By finalizer. */
  readonly finalizers: ReadonlyMap<string, number>;
}

export async function countContent(content: readonly KindContent[]): Promise<ContentCounts> {
  const [remaining, finalizers] = [new Map<string, number>(), new Map<string, number>()];
  for (const { store, objects, count } of content) {
    const { plural, group } = store.stored;
    remaining.set(`${plural}.${group}`, count);
    for (const object of objects) {
      for (const finalizer of decodeObjectHead(object).finalizers) {
        finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1);
      }
      const paused = giveWay();
      if (paused !== undefined) await paused;
    }
  }
  return { remaining, finalizers };
}
