/** Differences between the answers of two servers, as short texts; values that a server chooses are left out. */
import type { TestResponse } from '@keelson/testkit/client';

type Fields = Readonly<Record<string, unknown>>;

const chosen = new Set([
  ...['uid', 'resourceVersion', 'creationTimestamp', 'selfLink', 'managedFields', 'nodePort', 'healthCheckNodePort'],
  ...[
    'clusterIP',
    'clusterIPs',
    'remainingItemCount',
    'controller-uid',
    'continue',
    'lastTransitionTime',
    'startTime',
    'deletionTimestamp',
  ],
]);

export function differencesOf(ours: TestResponse, theirs: TestResponse): readonly string[] {
  if (ours.status !== theirs.status) {
    return [`status ${ours.status} for ${theirs.status}: ${shortOf(ours)} | ${shortOf(theirs)}`];
  }
  const [type, wanted] = [typeOf(ours), typeOf(theirs)];
  if (type !== wanted) return [`type ${type} for ${wanted}`];
  const warnings =
    String(ours.headers['warning']) === String(theirs.headers['warning'])
      ? []
      : [`warnings ${String(ours.headers['warning'])} for ${String(theirs.headers['warning'])}`];
  if (!type.includes('json')) return warnings;
  const expected = parsed(theirs);
  const found = inside(normal(parsed(ours)), normal(expected), '');
  const isByCauses = theirs.status === 422 && hasCauses(expected);
  return [...warnings, ...found.filter((each) => !(isByCauses && each.startsWith('message')))];
}

function hasCauses(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('details' in body)) return false;
  const { details } = body;
  return typeof details === 'object' && details !== null && 'causes' in details && Array.isArray(details.causes);
}

const typeOf = ({ headers }: TestResponse): string => headers['content-type']?.toString() ?? '';

function parsed({ body }: TestResponse): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body.replaceAll(/\d+/g, '#');
  }
}

export function shortOf({ body }: TestResponse): string {
  const answer = parsed({ body } as TestResponse);
  if (typeof answer !== 'object' || answer === null) return body.slice(0, 300);
  const { kind, reason, message } = answer as Fields;
  return kind === 'Status' ? `${String(reason)} ${String(message).slice(0, 400)}` : String(kind);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function normal(value: unknown): unknown {
  if (typeof value === 'string') return timeless(value);
  if (Array.isArray(value)) return value.map(normal);
  if (!isFields(value)) return value;
  const kept = Object.entries(value).filter(([key, inner]) => !(chosen.has(key) && inner !== 'None'));
  const shown = Object.fromEntries(kept.map(([key, inner]) => [key, normal(inner)]));
  const { causes } = shown;
  if (!Array.isArray(causes)) return shown;
  // The causes say all that a message does, in an order of their own.
  return { ...shown, causes: causes.map((each) => JSON.stringify(each)).sort() };
}

/** Tables tell ages, times and addresses that the server gave. */
function timeless(text: string): string {
  return (
    text
      .replace(/^(?:\d{1,4}[dhmsy])+$/, 'AGE')
      .replaceAll(/10\.0\.0\.\d{1,3}/g, 'ADDRESS')
      // Values and differences as another language prints them.
      .replace(/value: [&*]*(\[\])*(map\[[\w.]+\])?(\[\])*\*?[a-z]\w*\.[A-Z]\w*\{.*\}(?=: )/s, 'value: VALUE')
      .replace(/value: \{.*\}(?=: )/s, 'value: VALUE')
      .replace(/value: "\{.*\}"(?=: )/s, 'value: VALUE')
      .replace(/(immutable after creation|may not change fields other than)[^]*/, '$1')
      .replaceAll(/record \(\d+\)/g, 'record (#)')
      .replaceAll(/UID in object meta: [\da-f-]+/g, 'UID in object meta: UID')
      .replaceAll(/Version in object meta: \d+/g, 'Version in object meta: #')
      .replace(/value: "-?[\d.]+[A-Za-z]*"(?=: (must be|ratio|default|min|a valid percent))/g, 'value: VALUE')
      .replace(/^Duplicate value: .*/s, 'Duplicate value')
      .replace(/value: (\[.*\])(?=: )/s, 'value: VALUE')
      .replace(/value: "[^"]*"(?=: a valid percent)/g, 'value: VALUE')
      .replaceAll(/current: \d+/g, 'current: #')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, 'UID')
  );
}

function inside(ours: unknown, theirs: unknown, path: string): readonly string[] {
  if (JSON.stringify(ours) === JSON.stringify(theirs)) return [];
  if (isFields(ours) && isFields(theirs)) {
    const keys = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
    const found = keys.flatMap((key) => inside(ours[key], theirs[key], path === '' ? key : `${path}.${key}`));
    return found.length > 0 ? found : [`${path} in another order`];
  }
  if (Array.isArray(ours) && Array.isArray(theirs) && ours.length === theirs.length) {
    return ours.flatMap((each, index) => inside(each, theirs[index], `${path}[]`));
  }
  return [`${path}: ${show(ours)} for ${show(theirs)}`];
}

const show = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 700));
