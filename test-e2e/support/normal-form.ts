/** Answers about two objects that differ in name, identity and time alone, made the same. */

const unlike = new Set([
  ...['uid', 'resourceVersion', 'creationTimestamp', 'deletionTimestamp', 'clusterIP', 'clusterIPs'],
  ...['lastTransitionTime', 'firstTimestamp', 'lastTimestamp'],
]);

type Fields = Readonly<Record<string, unknown>>;

/** That a field is there counts, what it holds does not; of managers, who manages what kind of write. */
export function normalForm(value: unknown, names: readonly string[]): unknown {
  if (typeof value === 'string') return names.reduce((text, name) => text.replaceAll(name, 'NAME'), timeless(value));
  if (Array.isArray(value)) return value.map((item) => normalForm(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, normalField(key, inner, names)]));
}

function normalField(key: string, value: unknown, names: readonly string[]): unknown {
  if (key === 'managedFields' && Array.isArray(value)) {
    // Their order is that of their times, which may be of one second or of two.
    return value
      .map(({ manager, operation, subresource }: Fields) => [normalForm(manager, names), operation, subresource].join())
      .sort();
  }
  return unlike.has(key) ? typeof value : normalForm(value, names);
}

/** The longest text that says something, rather than quote what users wrote. */
const longest = 1_000;

/** Tables tell ages, times and addresses that the server gave; labels may hold uids. */
function timeless(text: string): string {
  if (text.length > longest) return 'QUOTE';
  return text
    .replace(/^(?:\d{1,4}[dhmsy])+$/, 'AGE')
    .replace(/^10\.0\.0\.\d{1,3}$/, 'ADDRESS')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, 'UID');
}
