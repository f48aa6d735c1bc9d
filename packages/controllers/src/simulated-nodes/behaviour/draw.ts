/**
 * Draws of the simulation. A number depends on the seed, on the pod that it is drawn for and on its use, and not on what
 * was drawn before: pods that come in another order keep theirs.
 */
export type Draw = (use: string) => number;

/** FNV-1a over UTF-16 units, with a finish that spreads similar texts. */
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

/** Of prefixes and pods: the oldest are forgotten. */
const prefixLimit = 20_000;

/**
 * Names pods for draws. The end of a generated name is random: the ordinal among the pods with the same prefix takes its
 * place, in the order in which they are asked for first.
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
