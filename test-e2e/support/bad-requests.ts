/** Generates malformed requests: each has at least one fault. */
import type { Question } from './serve.ts';
import type { Random } from './random.ts';

export interface BadRequest extends Question {
  readonly path: string;
}

type Make = (random: Random) => BadRequest;

const collections = [
  '/api/v1/namespaces/default/configmaps',
  '/api/v1/configmaps',
  '/api/v1/namespaces',
  '/apis/batch/v1/namespaces/default/jobs',
  '/apis/batch/v1beta1/namespaces/default/cronjobs',
  '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  '/apis/storage.k8s.io/v1/csinodes',
  '/apis/storage.k8s.io/v1/storageclasses',
  '/apis/node.k8s.io/v1/runtimeclasses',
  '/apis/flowcontrol.apiserver.k8s.io/v1beta2/flowschemas',
];
const bodies = ['POST', 'PUT', 'PATCH'] as const;
const patchTypes = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
];
const strange = [
  '',
  ' ',
  '\u0000',
  '\uFFFF',
  '💥',
  '../../etc/passwd',
  '%',
  '${x}',
  "'; --",
  '__proto__',
  'constructor',
  'a'.repeat(300),
  '-1',
  '1e309',
  '9223372036854775808',
  '0x10',
  'NaN',
  'null',
  '[]',
  '{}',
  'true',
];
const parameters = [
  'limit',
  'continue',
  'resourceVersion',
  'resourceVersionMatch',
  'labelSelector',
  'fieldSelector',
  'timeoutSeconds',
  'watch',
  'allowWatchBookmarks',
  'sendInitialEvents',
  'pretty',
  'dryRun',
  'fieldManager',
  'fieldValidation',
  'force',
  'gracePeriodSeconds',
  'propagationPolicy',
  'orphanDependents',
  'includeObject',
  'timeout',
  'as',
];
const selectors = [
  'a==',
  '!',
  'a in',
  'a in (',
  'a notin (b',
  'a,,b',
  '=b',
  'a>b',
  'a b',
  '(a)',
  'a!==b',
  'é=1',
  'x/y/z=1',
  'a=b=c',
];

const json = { 'Content-Type': 'application/json' };

function encoded(text: string): string {
  return encodeURIComponent(text);
}

const oddPath: Make = (random) => {
  const parts = [
    '..',
    '.',
    '%2e%2e',
    '%2F',
    '%00',
    '%zz',
    '%c0%af',
    '%',
    '//',
    ';',
    'api',
    'v1',
    'x'.repeat(random.below(4_000)),
    ...strange.map(encoded),
  ];
  const length = 1 + random.below(6);
  const made = Array.from({ length }, () => random.pick(parts)).join('/');
  return { path: `/${random.pick(['', 'api/', 'apis/', 'apis/batch/v1/', 'api/v1/namespaces/'])}${made}` };
};

const oddName: Make = (random) => ({
  method: random.pick(['GET', 'DELETE', 'PUT', 'PATCH', 'POST', 'HEAD', 'OPTIONS']),
  path: `${random.pick(collections)}/${encoded(random.pick(strange))}/${encoded(random.pick(['', 'status', 'scale', 'nothing', ...strange]))}`,
});

const oddQuery: Make = (random) => {
  const pairs = Array.from({ length: 1 + random.below(5) }, () => {
    const name = random.pick(parameters);
    const isSelector = name.endsWith('Selector') && random.below(2) === 0;
    return `${name}=${encoded(random.pick(isSelector ? selectors : strange))}`;
  });
  // A watch that is right would be none of this test's business, and would stay open.
  const method = random.pick(['GET', 'DELETE', 'POST', 'PUT', 'PATCH']);
  const bound = method === 'GET' ? '&timeoutSeconds=-1' : '&dryRun=All';
  const isBroken = random.below(10) === 0 ? '&%zz=%' : '';
  return {
    method,
    path: `${random.pick(collections)}?${pairs.join('&')}${bound}${isBroken}`,
    body: method === 'GET' ? undefined : '{',
  };
};

function brokenJson(random: Random): string {
  const depth = 1 + random.below(20_000);
  return random.pick([
    '{',
    '[1,2',
    '{"a":}',
    '{"a":1,}',
    "{'a':1}",
    '\u0000',
    '"text"',
    '17',
    'null',
    '[]',
    '{"kind":"ConfigMap"',
    '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":5}}',
    '{"apiVersion":"v1","kind":"ConfigMap","metadata":[]}',
    '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"a":{"b":1}}}',
    '{"apiVersion":"nothing/v1","kind":"ConfigMap"}',
    '{"apiVersion":1,"kind":{}}',
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"__proto__"},"data":{"__proto__":"1"}}',
    `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`,
    `{"metadata":{"resourceVersion":"${'9'.repeat(400)}"}}`,
    '{"spec":{"parallelism":1e400,"completions":99999999999999999999}}',
    `{"metadata":{"name":"${'x'.repeat(random.below(5_000))}"}}`,
    '{"metadata":{"labels":{"a b":"c d"},"annotations":{"/":"x"}}}',
    '{"metadata":{"creationTimestamp":"yesterday","ownerReferences":[{}],"finalizers":[""]}}',
    '\ud800',
  ]);
}

const oddBody: Make = (random) => {
  const method = random.pick(bodies);
  const collection = random.pick(collections);
  const type = method === 'PATCH' ? random.pick(patchTypes) : 'application/json';
  return {
    method,
    path: method === 'POST' ? collection : `${collection}/a${random.pick(['', '/status', '/scale'])}`,
    headers: { 'Content-Type': type },
    body: brokenJson(random),
  };
};

const oddPatch: Make = (random) => ({
  method: 'PATCH',
  path: `/api/v1/namespaces/default/configmaps/kept?fieldManager=bad&dryRun=All`,
  headers: { 'Content-Type': random.pick(patchTypes) },
  body: random.pick([
    '[{"op":"add"}]',
    '[{"op":"test","path":"/data/nothing","value":1}]',
    '[{"op":"move","from":"/data","path":"/data/a/b"}]',
    '[{"op":"remove","path":"/metadata/name"}]',
    '[{"op":"replace","path":"/__proto__/x","value":1}]',
    '[{"op":"copy","from":"","path":"/data/self"}]',
    `[${'{"op":"add","path":"/data/a","value":"b"},'.repeat(10_001).slice(0, -1)}]`,
    '{"metadata":{"$patch":"explode"}}',
    '{"data":{"$retainKeys":["a"],"$patch":"replace"}}',
    '{"metadata":{"finalizers":[{"$patch":"delete"}],"$setElementOrder/finalizers":5}}',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {managedFields: [{}]}',
    'apiVersion: v1\nkind: Secret\nmetadata: {name: kept}',
    '{"metadata":{"managedFields":[{"fieldsV1":{"nonsense":{}}}]}}',
    '{"metadata":{"uid":"another","resourceVersion":"x"}}',
    brokenJson(random),
  ]),
});

const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${Array.from(
  'bcdefghij',
  (name, index) =>
    `${name}: &${name} [${Array(9)
      .fill(`*${'abcdefghij'[index] ?? ''}`)
      .join(',')}]`,
).join('\n')}\n`;

const oddYaml: Make = (random) => ({
  method: 'POST',
  path: random.pick(collections),
  headers: { 'Content-Type': random.pick(['application/yaml', 'application/apply-patch+yaml']) },
  body: random.pick([
    bomb,
    'a: b: c',
    '\tx',
    '- 1\n b: 2',
    '&x *x',
    '!!js/function "x"',
    '--- 1\n--- 2',
    '? {}',
    'a: *nothing',
    '"open',
    '['.repeat(5_000),
  ]),
});

const oddProtobuf: Make = (random) => {
  const length = random.below(200);
  const noise = Uint8Array.from({ length }, () => random.below(256));
  const isEnveloped = random.below(2) === 0;
  return {
    method: random.pick(bodies),
    path: `${random.pick(collections)}${random.pick(['', '/a'])}`,
    headers: { 'Content-Type': 'application/vnd.kubernetes.protobuf' },
    body: isEnveloped ? Buffer.concat([Buffer.from('k8s\0'), noise]) : noise,
  };
};

const oddType: Make = (random) => ({
  method: random.pick(bodies),
  path: `${random.pick(collections)}${random.pick(['', '/a'])}`,
  headers: {
    'Content-Type': random.pick([
      'text/plain',
      '',
      'application/xml',
      'application/json; charset=utf-16',
      ';;;',
      'a'.repeat(1_000),
      'multipart/form-data',
    ]),
    Accept: random.pick([
      'text/html',
      '*/*;q=x',
      'application/json;as=Table;v=v9',
      'application/nothing',
      ',,,',
      'application/json;as=Nonsense;g=meta.k8s.io;v=v1',
    ]),
    ...random.pick([
      {},
      { 'Content-Encoding': 'gzip' },
      { 'Accept-Encoding': 'nonsense' },
      { Expect: '100-continue' },
    ] as Record<string, string>[]),
  },
  body: '{}',
});

const stranger: Make = (random) => ({
  method: random.pick(['GET', 'POST', 'DELETE']),
  path: random.pick(collections),
  headers: {
    ...json,
    Authorization: random.pick([
      'Bearer wrong',
      'Bearer',
      'Basic eDp5',
      'Bearer a.b.c',
      `Bearer ${'x'.repeat(10_000)}`,
      'Negotiate !',
      'bearer  ',
    ]),
  },
});

const oddDelete: Make = (random) => ({
  method: 'DELETE',
  path: `${random.pick(collections)}/nothing`,
  headers: json,
  body: random.pick([
    '{"kind":"DeleteOptions","gracePeriodSeconds":-5}',
    '{"propagationPolicy":"Nonsense"}',
    '{"preconditions":{"uid":5}}',
    '{"orphanDependents":true,"propagationPolicy":"Orphan"}',
    brokenJson(random),
  ]),
});

const makers: readonly Make[] = [
  oddPath,
  oddName,
  oddQuery,
  oddBody,
  oddPatch,
  oddYaml,
  oddProtobuf,
  oddType,
  stranger,
  oddDelete,
];

export function badRequest(random: Random): BadRequest {
  return random.pick(makers)(random);
}
