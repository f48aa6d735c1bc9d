/** Pod addresses of a node: 254 of its network, allocated in turn, so that a released address is reused late. */
export interface PodAddresses {
  /** Stable for a pod. Above 254 pods at once, addresses are shared, which does no harm: nothing listens on them. */
  of(uid: string): string;
  /** Records the address that a pod already has in its status. */
  take(uid: string, address: string): void;
  release(uid: string): void;
}

const count = 254;

export function createPodAddresses(prefix: string): PodAddresses {
  const byPod = new Map<string, string>();
  const taken = new Set<string>();
  let next = 0;
  const take = (uid: string, address: string): void => {
    byPod.set(uid, address);
    taken.add(address);
  };
  const findFree = (): string => {
    for (let tries = 0; tries < count; tries += 1) {
      const address = `${prefix}.${(next % count) + 1}`;
      next += 1;
      if (!taken.has(address)) return address;
    }
    return `${prefix}.${(next++ % count) + 1}`;
  };
  return {
    of: (uid) => {
      const known = byPod.get(uid);
      if (known !== undefined) return known;
      const address = findFree();
      take(uid, address);
      return address;
    },
    take,
    release: (uid) => {
      const address = byPod.get(uid);
      byPod.delete(uid);
      if (address !== undefined) taken.delete(address);
    },
  };
}
