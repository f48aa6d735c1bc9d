/**
 * The quotas of namespaces, as the quota plugin reads and charges them. Reads are served from the watch cache and may
 * be stale; a write is conditional on the revision that was read, so that a stale read ends in a conflict.
 */
import type { ResourceQuota } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';
import type { Resource } from '@keelson/schema';
import { when, type MaybePromise } from '@keelson/telemetry';

import type { Listers } from '../listers.ts';
import type { StatusWritten, WriteStatus } from './write-status.ts';

export interface KnownQuota {
  readonly object: ResourceQuota;
  readonly revision: number;
}

export interface QuotaStore {
  /** False only where the namespace has no quota. One lookup in an index. */
  mayHave(namespace: string): boolean;
  /** The quotas of a namespace: synchronous once the index has synced. */
  inNamespace(namespace: string): MaybePromise<readonly KnownQuota[]>;
  /** The quota as stored now. Freshness: most recent. */
  mostRecent(namespace: string, name: string): Promise<KnownQuota | undefined>;
  /** Refused with a conflict if the quota was written since it was read, as by another replica. */
  write(quota: KnownQuota, used: Readonly<Record<string, string>>): Promise<StatusWritten>;
}

export interface QuotaStoreParts {
  readonly listers: Listers;
  readonly writeStatus: WriteStatus;
}

export function createQuotaStore({ listers, writeStatus }: QuotaStoreParts): QuotaStore {
  const resource: Resource = listers.resource('', 'resourcequotas');
  const lister = listers.lister<ResourceQuota>('', 'resourcequotas');
  const index = listers.index<ResourceQuota>('', 'resourcequotas');
  const written = new WrittenQuotas();
  const newest = (found: Iterable<CachedObject<ResourceQuota>>): readonly KnownQuota[] =>
    Array.from(found, ({ object, version }) => written.newer({ object, revision: version.revision }));
  return {
    mayHave: (namespace) => index?.hasSynced() !== true || index.has(namespace),
    inNamespace: (namespace) =>
      index?.hasSynced() === true
        ? newest(index.get(namespace))
        : when(lister.listOrThrow(namespace), (found) => newest(found)),
    mostRecent: async (namespace, name) => {
      const found = await lister.getMostRecent({ namespace, name });
      return found && { object: found.object, revision: found.version.revision };
    },
    write: async ({ object, revision }, used) => {
      const { metadata, status } = object;
      const { name, namespace } = metadata;
      const changed = {
        ...object,
        metadata: { ...metadata, resourceVersion: String(revision) },
        status: { ...status, used },
      };
      const answer = await writeStatus({ resource, namespace, name, subresource: 'status' }, changed);
      if (answer.ok) written.note({ object: changed, revision: answer.revision });
      return answer;
    },
  };
}

/** The limit of quotas that are remembered after a write, until the watch cache shows them. The oldest are dropped. */
const mostWritten = 1_000;

class WrittenQuotas {
  /** By uid, oldest first. */
  readonly #quotas = new Map<string, KnownQuota>();

  newer(known: KnownQuota): KnownQuota {
    const uid = uidOf(known);
    const written = this.#quotas.get(uid);
    if (written === undefined) return known;
    if (written.revision > known.revision) return written;
    this.#quotas.delete(uid);
    return known;
  }

  note(quota: KnownQuota): void {
    const uid = uidOf(quota);
    this.#quotas.delete(uid);
    this.#quotas.set(uid, quota);
    if (this.#quotas.size <= mostWritten) return;
    const [oldest] = this.#quotas.keys();
    if (oldest !== undefined) this.#quotas.delete(oldest);
  }
}

function uidOf({ object: { metadata } }: KnownQuota): string {
  return metadata.uid ?? '';
}
