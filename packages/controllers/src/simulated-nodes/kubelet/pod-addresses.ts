/** The addresses of the pods of a node: 254 of its network, the one that was free for longest first. */
export interface PodAddresses {
  /** The same for a pod each time. Beyond 254 pods at once an address is given twice: nothing listens at any. */
  of(uid: string): string;
  /** The address of a pod that was there before. */
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
