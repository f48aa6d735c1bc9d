/** Inputs that are hostile to those who read texts: YAML, patterns and formats, paths, headers. */
import {
  ask,
  asText,
  configMap,
  configMaps,
  long,
  many,
  nested,
  nestedObjects,
  nextName,
  patch,
  pod,
  pods,
  post,
  revisions,
  yaml,
  type HostileInput,
} from './hostile-input.ts';

const services = '/api/v1/namespaces/default/services';
const cronJobs = '/apis/batch/v1/namespaces/default/cronjobs';

const megabyte = 1_000_000;

/** A ConfigMap up to its data. */
const start = (): string => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${nextName()}\n`;
const postYaml = (name: string, make: () => string): HostileInput =>
  post(`YAML of ${name}`, configMaps, () => start() + make(), yaml);
const lines = (count: number, make: (at: number) => string): string => many(count, make).join('\n');

/** Each name stands for ten of the name before. */
const bomb = (): string => {
  const names = many(9, (at) => `l${String(at)}`);
  const list = (at: number): string => `[${many(10, () => `*${names[at - 1] ?? ''}`).join()}]`;
  return names.map((name, at) => `${name}: &${name} ${at === 0 ? 'lol' : list(at)}`).join('\n');
};

const yamlWrites: readonly HostileInput[] = [
  postYaml('150,000 keys', () => `data:\n${lines(150_000, (at) => `  k${String(at)}: v`)}`),
  postYaml('150,000 keys on one line', () => `data: {${many(150_000, (at) => `k${String(at)}: v`).join()}}`),
  postYaml('a key that is there 200,000 times', () => `data:\n${lines(200_000, () => '  key: v')}`),
  postYaml('200,000 merged aliases', () => `base: &a {b: c}\ndata:\n${lines(200_000, () => '  <<: *a')}`),
  postYaml('200,000 aliases merged at once', () => `base: &a {b: c}\ndata:\n  <<: [${long(600_000, '*a,')}*a]`),
  postYaml('400,000 aliases', () => `base: &a b\ndata: [${many(400_000, () => '*a').join()}]`),
  postYaml('200,000 anchors', () => `data: [${many(200_000, (at) => `&a${String(at)} b`).join()}]`),
  postYaml('names that stand for ten names each', bomb),
  postYaml('600,000 documents', () => long(2_400_000, '---\n')),
  postYaml('three million blank lines', () => long(3 * megabyte, '\n')),
  postYaml('a line of three million blanks', () => `data: ${long(3 * megabyte, ' ')}`),
  postYaml('comments', () => long(3 * megabyte, '#\n')),
  postYaml('a comment of three megabytes', () => `#${long(3 * megabyte, ' #')}`),
  postYaml('folded text', () => `data:\n  a: >\n${long(3 * megabyte, '    b\n\n')}`),
  postYaml('plain text over 500,000 lines', () => `data:\n  a: b\n${long(3 * megabyte, '    b\n')}`),
  postYaml('quoted text over a million lines', () => `data:\n  a: "${long(3 * megabyte, 'b\n ')}"`),
  postYaml('quotes that never end', () => `data: {${long(3 * megabyte, '"a": \'b')}`),
  postYaml('escapes', () => `data:\n  a: "${long(3 * megabyte, '\\u0041')}"`),
  postYaml('tags', () => `data: [${many(200_000, () => '!!str a').join()}]`),
  postYaml('lists that begin, a million', () => `data: ${long(megabyte, '[')}`),
  postYaml('maps that begin, 500,000', () => `data: ${long(megabyte, '{a')}`),
  postYaml('lists in lists, 100,000', () => `data:\n  ${long(200_000, '- ')}a`),
  postYaml('questions, 500,000', () => `data:\n  ${long(megabyte, '? ')}a`),
  postYaml('lines that are each further in, 2,000', () => `data:\n${lines(2_000, (at) => `${long(at + 1, ' ')}a:`)}`),
  postYaml('tabs', () => `data:\n${long(3 * megabyte, '\t')}a: b`),
  postYaml('colons', () => `data: ${long(3 * megabyte, 'a:')}`),
  postYaml('dashes', () => `data:\n${long(3 * megabyte, '-')}`),
  patch(
    'an apply of 60,000 keys as YAML',
    `${configMaps}/applied?fieldManager=m&force=true`,
    'application/apply-patch+yaml',
    () =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: applied\ndata:\n${lines(60_000, (at) => `  k${String(at)}: v`)}`,
  ),
];

const variable = (fieldPath: string) => ({ name: 'A', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath } } });
const podWithPath = (fieldPath: string): object =>
  pod({ containers: [{ name: 'a', image: 'b', env: [variable(fieldPath)] }] });
const podWithMemory = (memory: string): object =>
  pod({ containers: [{ name: 'a', image: 'b', resources: { requests: { memory } } }] });
const service = (spec: object): object => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: nextName() },
  spec: { ports: [{ port: 1 }], ...spec },
});
const cronJob = (schedule: string): object => {
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'b' }] } };
  const metadata = { name: nextName() };
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata,
    spec: { schedule, jobTemplate: { spec: { template } } },
  };
};
/** Distinct every time, so that nothing can be remembered of them. */
const term = (at: number) => ({ matchExpressions: [{ key: `k${String(at)}`, operator: 'In', values: ['a', 'b'] }] });

const formats: readonly HostileInput[] = [
  post('a path of a field with 300,000 brackets', pods, () => podWithPath(`metadata.labels['${long(300_000, '[')}`)),
  post('a path of a field with 300,000 quotes', pods, () => podWithPath(`metadata.labels[${long(300_000, "'")}]`)),
  post('a quantity of a million digits', pods, () => podWithMemory(long(megabyte, '9'))),
  post('a quantity of a million zeros behind the point', pods, () => podWithMemory(`0.${long(megabyte, '0')}1`)),
  post('a quantity with an exponent of a million digits', pods, () => podWithMemory(`1e${long(megabyte, '9')}`)),
  post('a schedule of two megabytes', cronJobs, () => cronJob(long(2 * megabyte, '1,'))),
  // The answer states the fault, with the text and its path.
  post('a key of quotation marks', configMaps, () => configMap({ data: { [long(1.4 * megabyte, '"')]: 'a' } })),
  post('a key of slashes', configMaps, () => configMap({ data: { [long(2.9 * megabyte, '/')]: 'a' } })),
  post('a name of control characters', configMaps, () => configMap({}, { name: long(megabyte, '\x01') })),
  post('a schedule of blanks', cronJobs, () => cronJob(`${long(megabyte, ' ')}*`)),
  post('an external name of two megabytes', services, () =>
    service({ type: 'ExternalName', externalName: long(2 * megabyte, 'a.') }),
  ),
  post('an address of a megabyte', services, () => service({ clusterIP: long(megabyte, '1.') })),
  post('an address of colons', services, () => service({ externalIPs: [long(megabyte, ':')] })),
  post('a name of a megabyte', configMaps, () => configMap({}, { name: long(megabyte, 'a-') })),
  post('a label of a megabyte', configMaps, () => configMap({}, { labels: { [long(megabyte, 'a.')]: 'b' } })),
  post('a key of data of a megabyte', configMaps, () => configMap({ data: { [long(megabyte, '..a')]: 'b' } })),
  post('bytes that are no base64', configMaps, () => configMap({ binaryData: { a: `${long(3 * megabyte, 'A')}=!` } })),
  post('a time of a megabyte', configMaps, () => configMap({}, { creationTimestamp: long(megabyte, '2020-') })),
  post('a number of a million digits', configMaps, () => asText(configMap({}), 'immutable', long(megabyte, '1'))),
  post('what a node has to match, 15,000 terms', pods, () =>
    pod({
      affinity: {
        nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: many(15_000, term) } },
      },
    }),
  ),
  post('a revision that nests 5,000 times', revisions, () => {
    const revision = { apiVersion: 'apps/v1', kind: 'ControllerRevision', metadata: { name: nextName() }, revision: 1 };
    return asText(revision, 'data', nestedObjects(5_000));
  }),
  patch('a JSON patch of a path of a megabyte', `${pods}/plain`, 'application/json-patch+json', () => [
    { op: 'add', path: long(megabyte, '/~1~0'), value: 1 },
  ]),
  patch('a merge patch that nests 100,000 times', `${pods}/plain`, 'application/merge-patch+json', () =>
    nestedObjects(100_000),
  ),
  patch(
    'a strategic merge patch that nests 100,000 times',
    `${pods}/plain`,
    'application/strategic-merge-patch+json',
    () => `{"metadata":{"annotations":${nested(100_000)}}}`,
  ),
];

/** Of somebody who is not known, 18 times at once. */
const headers = (name: string, of: Readonly<Record<string, string>>): HostileInput => ({
  name,
  send: (server) =>
    Promise.all(many(18, () => server.ask(configMaps, { headers: { Authorization: 'Bearer nobody', ...of } }))),
});

const blanks = long(7_900, ' ');

const requests: readonly HostileInput[] = [
  headers('a type to accept with blanks inside', { Accept: `application/json;${blanks}a` }),
  headers('a weight of a type with blanks inside', { Accept: `application/json;q=0${blanks}x` }),
  headers('a type of the content with blanks inside', { 'Content-Type': `application/json;${blanks}a` }),
  headers('an encoding to accept with blanks inside', { 'Accept-Encoding': `gzip;${blanks}q=0${blanks}x` }),
  headers('a credential with blanks inside', { Authorization: `Bearer${blanks}a${blanks}b` }),
  headers('a name to act as with blanks inside', { 'Impersonate-User': `a${blanks}b` }),
  headers('an address with blanks inside', { 'X-Forwarded-For': `1.1.1.1${blanks},${blanks}a` }),
  ask('a label selector of 50 KB', `${configMaps}?labelSelector=${long(50_000, 'a%20in%20(b%2Cc)%2C')}a`),
  ask('a label selector of blanks', `${configMaps}?labelSelector=a${long(50_000, '%20')}b`),
  ask('a label selector of brackets', `${configMaps}?labelSelector=a%20in%20${long(50_000, '(')}`),
  ask('a time limit of 50,000 digits', `${configMaps}?timeoutSeconds=${long(50_000, '9')}`),
];

export const hostileTexts: readonly HostileInput[] = [...yamlWrites, ...formats, ...requests];
