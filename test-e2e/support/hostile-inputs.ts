/**
 * Inputs that are made to keep a server busy: within the limits of sizes, and as dense,
 * as deep or as repetitive as they can be. Each goes to a server that has what `prepare` made.
 */
import {
  ask,
  asText,
  configMap,
  configMaps,
  get,
  long,
  many,
  mapOf,
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
import type { Started } from './serve.ts';

const protobuf = 'application/vnd.kubernetes.protobuf';
const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const partial = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io';

/** Objects that the reads below are about. They are accepted: nothing is wrong with them but their size. */
export async function prepareObjects(server: Started): Promise<void> {
  const made = [
    [configMaps, { ...configMap({ data: mapOf(20_000, 'v') }), metadata: { name: 'keys' } }],
    [configMaps, configMap({}, { name: 'labels', labels: mapOf(30_000, 'v') })],
    [pods, pod({ containers: many(4_000, (at) => ({ name: `c${String(at)}`, image: 'b' })) }, { name: 'containers' })],
    [pods, pod({}, { name: 'plain' })],
  ] as const;
  for (const [path, body] of made) await expectCreated(server, path, body);
  const revision = { apiVersion: 'apps/v1', kind: 'ControllerRevision', metadata: { name: 'wide' }, revision: 1 };
  await expectCreated(server, revisions, asText(revision, 'data', nested(1, many(200_000, () => '{}').join())));
  const deep = { ...revision, metadata: { name: 'deep' } };
  await expectCreated(server, revisions, asText(deep, 'data', `{"a":[${many(900, () => nestedObjects(60)).join()}]}`));
}

async function expectCreated(server: Started, path: string, body: unknown): Promise<void> {
  const { status, body: text } = await server.ask(path, { method: 'POST', body });
  if (status !== 201) throw new Error(`${path}: ${String(status)} ${text.slice(0, 300)}`);
}

const jsonWrites: readonly HostileInput[] = [
  post('labels, 120,000', configMaps, () => configMap({}, { labels: mapOf(120_000, 'v') })),
  post('annotations, 100,000', configMaps, () => configMap({}, { annotations: mapOf(100_000, 'v') })),
  post('keys of data, 100,000', configMaps, () => configMap({ data: mapOf(100_000, 'v') })),
  post('finalizers, 100,000', configMaps, () =>
    configMap({}, { finalizers: many(100_000, (at) => `a.b/${String(at)}`) }),
  ),
  post('finalizers, 150,000 times the same', configMaps, () =>
    configMap({}, { finalizers: many(150_000, () => 'a.b/c') }),
  ),
  post('owners, 40,000', configMaps, () => {
    const owner = (at: number) => ({ apiVersion: 'v1', kind: 'Pod', name: `p${String(at)}`, uid: `u${String(at)}` });
    return configMap({}, { ownerReferences: many(40_000, owner) });
  }),
  post('managed fields, 15,000', configMaps, () => {
    const entry = (at: number) => ({
      manager: `m${String(at)}`,
      operation: 'Update',
      apiVersion: 'v1',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:data': { [`f:k${String(at)}`]: {} } },
    });
    return configMap({}, { managedFields: many(15_000, entry) });
  }),
  post('variables, 60,000', pods, () => {
    const env = many(60_000, (at) => ({ name: `E${String(at)}`, value: 'v' }));
    return pod({ containers: [{ name: 'a', image: 'b', env }] });
  }),
  post('containers, 30,000', pods, () =>
    pod({ containers: many(30_000, (at) => ({ name: `c${String(at)}`, image: 'b' })) }),
  ),
  post('tolerations, 50,000', pods, () =>
    pod({ tolerations: many(50_000, (at) => ({ key: `k${String(at)}`, operator: 'Exists' })) }),
  ),
  post('volumes, 30,000', pods, () =>
    pod({ volumes: many(30_000, (at) => ({ name: `v${String(at)}`, emptyDir: {} })) }),
  ),
  post('a list that nests 500,000 times', configMaps, () => asText(configMap({}), 'data', nested(500_000))),
  post('an object that nests 300,000 times', configMaps, () => asText(configMap({}), 'data', nestedObjects(300_000))),
  post('a key that is there 300,000 times', configMaps, () =>
    asText(configMap({}), 'data', `{${many(300_000, () => '"a":"b"').join()}}`),
  ),
  post('fields that nobody knows, 100,000', `${configMaps}?fieldValidation=Warn`, () => ({
    ...configMap({}),
    ...mapOf(100_000, 'v'),
  })),
  post('a text of three million letters', configMaps, () => configMap({ data: { a: 'x'.repeat(3_100_000) } })),
  post('a text of escapes', configMaps, () => asText(configMap({}), 'data', `{"a":"${'\\u0041'.repeat(500_000)}"}`)),
  post('a review of what 200,000 groups may do', '/apis/authorization.k8s.io/v1/subjectaccessreviews', () => {
    const spec = {
      user: 'u',
      groups: many(200_000, (at) => `g${String(at)}`),
      resourceAttributes: { verb: 'get', resource: 'pods' },
    };
    return { apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', spec };
  }),
  post('a review of a token of three megabytes', '/apis/authentication.k8s.io/v1/tokenreviews', () => ({
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenReview',
    spec: { token: 'a.'.repeat(1_500_000) },
  })),
  post('a role of 20,000 rules', '/apis/rbac.authorization.k8s.io/v1/clusterroles', () => {
    const rules = many(20_000, (at) => ({ verbs: ['get'], apiGroups: [''], resources: [`r${String(at)}`] }));
    return { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: nextName() }, rules };
  }),
];

const varint = (value: number): number[] => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)]);
const field = (tag: number, bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([tag, ...varint(bytes.length)]), bytes]);

function enveloped(kind: string, raw: Uint8Array): Buffer {
  const type = Buffer.concat([field(0x0a, Buffer.from('v1')), field(0x12, Buffer.from(kind))]);
  return Buffer.concat([Buffer.from('k8s\0'), field(0x0a, type), field(0x12, raw)]);
}

const protobufWrites: readonly HostileInput[] = [
  post(
    'a length of four gigabytes',
    pods,
    () => Buffer.concat([Buffer.from('k8s\0'), Buffer.from([0x12, 0xff, 0xff, 0xff, 0xff, 0x0f])]),
    protobuf,
  ),
  post('a megabyte of groups that begin', pods, () => enveloped('Pod', Buffer.alloc(1_000_000, 0x0b)), protobuf),
];

const jsonPatch = 'application/json-patch+json';
const mergePatch = 'application/merge-patch+json';

const patches: readonly HostileInput[] = [
  patch('a copy of a copy, 40 times', `${configMaps}/keys`, jsonPatch, () =>
    many(40, (at) => ({
      op: 'copy',
      from: '/metadata',
      path: `/metadata/annotations${at === 0 ? '' : `/a${String(at)}`}`,
    })),
  ),
  patch('values of what is small that double, 22 times', `${pods}/plain`, jsonPatch, () => [
    { op: 'add', path: '/metadata/annotations', value: { a: 'xxxxxxxxxxxxxxxx' } },
    ...many(22, (at) => ({ op: 'copy', from: '/metadata/annotations', path: `/metadata/annotations/c${String(at)}` })),
  ]),
  patch('operations at the front of a list, 9,000', `${pods}/plain`, jsonPatch, () => [
    { op: 'add', path: '/spec/tolerations', value: [] },
    ...many(9_000, (at) => ({
      op: 'add',
      path: '/spec/tolerations/0',
      value: { key: `k${String(at)}`, operator: 'Exists' },
    })),
  ]),
  patch('tests of what is there, 9,999', `${configMaps}/keys`, jsonPatch, () =>
    many(9_999, () => ({ op: 'test', path: '/data/key-1', value: 'v' })),
  ),
  patch('a small change of what is large', `${configMaps}/keys`, mergePatch, () => ({
    metadata: { annotations: { a: 'b' } },
  })),
  patch('a small change of many labels', `${configMaps}/labels`, mergePatch, () => ({
    metadata: { annotations: { a: 'b' } },
  })),
  patch('deletions, 100,000', `${configMaps}/keys`, mergePatch, () => ({
    data: Object.fromEntries(many(100_000, (at) => [`x${String(at)}`, null])),
  })),
  patch('containers merged by name, 4,000', `${pods}/containers`, 'application/strategic-merge-patch+json', () => ({
    spec: { containers: many(4_000, (at) => ({ name: `c${String(at)}`, image: 'c' })) },
  })),
  patch(
    'an apply to what is large',
    `${configMaps}/keys?fieldManager=m&force=true`,
    'application/apply-patch+yaml',
    () => JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'keys' }, data: mapOf(20_000, 'w') }),
  ),
];

const representations: readonly HostileInput[] = [
  ...[protobuf, yaml, table, partial].flatMap((accept) => [
    get(`20,000 keys as ${accept}`, `${configMaps}/keys`, accept),
    get(`30,000 labels as ${accept}`, `${configMaps}/labels`, accept),
    get(`4,000 containers as ${accept}`, `${pods}/containers`, accept),
    get(`200,000 objects in a list as ${accept}`, `${revisions}/wide`, accept),
    get(`what nests deeply as ${accept}`, `${revisions}/deep`, accept),
  ]),
  get('large objects in a list as protobuf', configMaps, protobuf),
  get('large objects in a list as a table', configMaps, table),
  get('large objects in a list as YAML', revisions, yaml),
  ask('large objects laid out for people', `${revisions}?pretty=true`),
  ask('what nests deeply laid out for people', `${revisions}/deep?pretty=true`),
  ask('large objects that are selected by their labels', `${configMaps}?labelSelector=key-1%3Dv`),
  ask('large objects that are selected by a field', `${pods}?fieldSelector=spec.nodeName%3Dn`),
  get('large objects watched in protobuf', `${configMaps}?watch=1&timeoutSeconds=1`, protobuf),
  get('large objects watched in a table', `${pods}?watch=1&timeoutSeconds=1`, table),
  get('OpenAPI v2', '/openapi/v2', 'application/json'),
  get('OpenAPI v2 in protobuf', '/openapi/v2', 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf'),
  get('OpenAPI v3', '/openapi/v3', 'application/json'),
  {
    name: 'sixteen large objects at a time as YAML',
    send: (server) => Promise.all(many(16, () => server.ask(`${configMaps}/labels`, { headers: { Accept: yaml } }))),
  },
];

const requests: readonly HostileInput[] = [
  ask('a field selector of 50 KB', `${configMaps}?fieldSelector=${long(50_000, 'metadata.name%21%3Da,')}`),
  ask('a query of 10,000 parameters', `${configMaps}?${many(10_000, (at) => `a${String(at)}`).join('&')}`),
  ask('a parameter that is there 5,000 times', `${configMaps}?${many(5_000, () => 'dryRun=All').join('&')}`),
  ask('a continue token of 50 KB', `${configMaps}?limit=1&continue=${long(50_000, 'a')}`),
  ask('a limit of 50,000 digits', `${configMaps}?limit=${long(50_000, '9')}`),
  ask('a path of 20,000 parts', `/apis/${long(50_000, 'a/')}`),
  ask('a path of escapes', `${configMaps}/${long(50_001, '%61')}`),
  ask('groups to act as, 1,000', configMaps, {
    headers: { 'Impersonate-User': 'a', 'Impersonate-Group': long(8_000, 'g,') },
  }),
  ask('types to accept, 4,000', configMaps, { headers: { Accept: long(40_000, 'text/x,') } }),
  ask('parameters of a type, 4,000', configMaps, { headers: { Accept: `application/json${long(40_000, ';a=b')}` } }),
  ask('addresses that it was forwarded for, 5,000', configMaps, {
    headers: { 'X-Forwarded-For': long(50_000, '1.1.1.1,') },
  }),
  ask('a delete with three megabytes of options', `${configMaps}/none`, {
    method: 'DELETE',
    body: { kind: 'DeleteOptions', apiVersion: 'v1', dryRun: many(300_000, () => 'All') },
  }),
  ask('a deletecollection with three megabytes of options', configMaps, {
    method: 'DELETE',
    body: { kind: 'DeleteOptions', apiVersion: 'v1', dryRun: many(300_000, () => 'All') },
  }),
  ask('a delete of what is large', `${pods}/containers`, { method: 'DELETE' }),
  ask('a deletecollection of what is large', configMaps, { method: 'DELETE' }),
];

export const hostileInputs: readonly HostileInput[] = [
  ...jsonWrites,
  ...protobufWrites,
  ...patches,
  ...representations,
  ...requests,
];
