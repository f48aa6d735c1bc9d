/**
 * Owners that are known to be absent, so that thousands of dependents of one cost one look. A uid is never given again,
 * so what is absent stays so; only a store that was restored may bring it back.
 */
import type { OwnerName } from './graph-node.ts';

export interface AbsentOwners {
  add(owner: OwnerName, namespace: string): void;
  has(owner: OwnerName, namespace: string): boolean;
  clear(): void;
}

const limit = 500;

/** `namespace` is the one in which the owner was looked for: empty for kinds without namespaces. */
export function createAbsentOwners(): AbsentOwners {
  const known = new Set<string>();
  return {
    add: (owner, namespace) => {
      const key = keyOf(owner, namespace);
      known.delete(key);
      known.add(key);
      if (known.size <= limit) return;
      const [oldest] = known;
      if (oldest !== undefined) known.delete(oldest);
    },
    has: (owner, namespace) => known.has(keyOf(owner, namespace)),
    clear: () => known.clear(),
  };
}

function keyOf({ uid, apiVersion, kind, name }: OwnerName, namespace: string): string {
  return JSON.stringify([uid, apiVersion, kind, namespace, name]);
}
