/**
 * Random draws of a simulation. A number depends on the seed, the pod and the use alone, not on earlier draws, so that
 * a simulation can be replayed even if pods arrive in another order.
 */
export type Draw = (use: string) => number;

/** FNV-1a over UTF-16 units, with a finalizer that spreads similar texts. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

export function createDraw(seed: number, identity: string): Draw {
  return (use) => hash(`${seed}\n${identity}\n${use}`) / 2 ** 32;
}

export interface PodNames {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly generateName: string | undefined;
}

/** The limit of prefixes, and of pods, that are remembered. The oldest are dropped. */
const prefixLimit = 20_000;

/**
 * Identities of pods for draws. In generated names, the random suffix is replaced by the pod's ordinal among the pods
 * with the same prefix, in order of first use.
 */
export function createPodIdentities(): (pod: PodNames) => string {
  const seen = new Map<string, number>();
  const known = new Map<string, string>();
  return ({ namespace, name, uid, generateName }) => {
    if (generateName === undefined || generateName === '') return `${namespace}/${name}`;
    const before = known.get(uid);
    if (before !== undefined) return before;
    const prefix = `${namespace}/${generateName}`;
    const ordinal = seen.get(prefix) ?? 0;
    keep(seen, prefix, ordinal + 1);
    const identity = `${prefix}#${ordinal}`;
    keep(known, uid, identity);
    return identity;
  };
}

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= prefixLimit) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
