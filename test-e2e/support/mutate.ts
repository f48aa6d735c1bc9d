/** Changes an example in one place: a value of the same type, none, one more, or one under another key. */
import type { Random } from './random.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
type Open = Record<string | number, Json>;

const texts = [
  ...['', 'x', 'A_B', 'a.b', '-a', '..', '../x', '/x', '/x/../y', 'a/b', 'a%b', 'a--b', '%', '*', '*.a.b', 'None'],
  ...['1.2.3.4', '::1', '127.0.0.1', '169.254.0.1', '224.0.0.1', '0.0.0.0', '10.0.0.0/8', '10.1.0.0/16', '::/0'],
  ...['5%', '101%', '150', '0%', 'a,b', 'kubernetes.io/x', 'example.com/x', 'In', 'Exists', 'Unknown', 'http', 'TCP'],
  ...['ExternalName', 'LoadBalancer', 'ClusterIP', 'Local', 'Cluster', 'Delete', 'Recycle', 'Block', 'ReadWriteMany'],
  ...['pods', 'storage', 'cpu', 'hugepages-2Mi', 'Terminating', 'BestEffort', 'OnDelete', 'Recreate', 'Parallel'],
  ...['RunAsAny', 'MayRunAs', 'x'.repeat(64), 'x'.repeat(254)],
];
const numbers = [-1, 0, 1, 2, 80, 100, 255, 256, 65_535, 65_536, 86_400, 86_401, 1_800, 1_801, 3_600, 3_601];
const amounts = ['0', '-1', '1', '1.5', '2', '5', '1Gi', '500m', '1n', '3Gi'];

export interface Mutated {
  readonly object: Json;
  /** The path of the mutated field, for messages. */
  readonly path: string;
}

export function mutate(example: Json, random: Random): Mutated {
  const object = structuredClone(example);
  const places: { readonly parent: Open; readonly key: string | number; readonly path: string }[] = [];
  const visit = (parent: Json, path: string): void => {
    if (typeof parent !== 'object' || parent === null) return;
    const keys = Array.isArray(parent) ? [...parent.keys()] : Object.keys(parent);
    for (const key of keys) {
      const at = `${path}.${key}`;
      places.push({ parent: parent as unknown as Open, key, path: at });
      visit((parent as unknown as Open)[key] ?? null, at);
    }
  };
  visit(object, '');
  const { parent, key, path } = random.pick(places);
  if (random.below(8) === 0) remove(parent, key);
  else if (isMapKey(path) && random.below(3) === 0) rename(parent, key, random);
  else parent[key] = changed(parent[key] ?? null, random);
  return { object, path: path.slice(1) };
}

/** Maps whose keys are names that somebody chose. */
const maps = /\.(matchLabels|labels|hard|capacity|requests|max|min|default|defaultRequest|selector|options)\.[^.]*$/;

function isMapKey(path: string): boolean {
  return maps.test(path);
}

function remove(parent: Open, key: string | number): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent, key);
}

function rename(parent: Open, key: string | number, random: Random): void {
  const value = parent[key] ?? null;
  Reflect.deleteProperty(parent, key);
  parent[random.pick(texts)] = value;
}

function changed(value: Json, random: Random): Json {
  if (Array.isArray(value)) return changedList(value as readonly Json[], random);
  switch (typeof value) {
    case 'number':
      return random.pick(numbers);
    case 'boolean':
      return !value;
    case 'string':
      return changedText(value, random);
    default:
      return {};
  }
}

function changedList(items: readonly Json[], random: Random): Json {
  const [first] = items;
  if (first === undefined || random.below(3) === 0) return [];
  return [...items, random.below(2) === 0 ? first : changed(first, random)];
}

function changedText(text: string, random: Random): Json {
  if (/^\d+(\.\d+)?(Gi|Mi)?$/.test(text)) return random.pick(amounts);
  if (text.endsWith('%') && random.below(2) === 0) return random.pick(numbers);
  return random.pick(texts);
}
