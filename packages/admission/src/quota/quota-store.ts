/**
 * The quotas of namespaces, as plugins read and charge them. Reads come out of memory and may be stale; a charge names
 * the revision that it was worked out from, so that none is made on a state of the past.
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
  /** False only where a namespace has none. Costs nothing. */
  mayHave(namespace: string): boolean;
  /** Those of a namespace; at once where memory has them at hand. */
  inNamespace(namespace: string): MaybePromise<readonly KnownQuota[]>;
  /** As it is stored now. */
  mostRecent(namespace: string, name: string): Promise<KnownQuota | undefined>;
  /** Refused with a conflict where it was written since, as when another replica charged it. */
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

/** The quotas that were charged last: the watch cache takes a moment to show them. */
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
