/** Nodes over HTTPS, as their credentials make them: what the authorizer of nodes allows, and NodeRestriction refuses. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { makeHome, token } from './support/serve.ts';
import type { Home, Question, Started } from './support/serve.ts';

const core = '/api/v1/namespaces/default';
const leases = '/apis/coordination.k8s.io/v1/namespaces';
const storage = '/apis/storage.k8s.io/v1';
const merge = 'application/merge-patch+json';

const users = [
  `${token},admin,1,"system:masters"`,
  'one,system:node:one,2,"system:nodes"',
  'two,system:node:two,3,"system:nodes"',
  'nobody,system:node:,4,"system:nodes"',
  'outsider,system:node:one,5,"others"',
];

function as(user: string, question: Question = {}): Question {
  return { ...question, headers: { ...question.headers, Authorization: `Bearer ${user}` } };
}

const post = (body: object): Question => ({ method: 'POST', body });
const patch = (body: object): Question => ({ method: 'PATCH', body, headers: { 'content-type': merge } });

const pod = (name: string, spec: object, metadata: object = {}) => ({
  metadata: { name, ...metadata },
  spec: { containers: [{ name: 'a', image: 'b' }], ...spec },
});

const user = {
  nodeName: 'one',
  serviceAccountName: 'worker',
  imagePullSecrets: [{ name: 'pull' }],
  containers: [
    {
      name: 'a',
      image: 'b',
      env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'env', key: 'a' } } }],
      envFrom: [{ configMapRef: { name: 'from' } }],
    },
  ],
  volumes: [
    { name: 'v', persistentVolumeClaim: { claimName: 'claim' } },
    { name: 'p', projected: { sources: [{ secret: { name: 'projected' } }, { configMap: { name: 'mounted' } }] } },
    {
      name: 'e',
      ephemeral: {
        volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
      },
    },
  ],
};

const volume = {
  metadata: { name: 'disk' },
  spec: {
    capacity: { storage: '1Gi' },
    accessModes: ['ReadWriteOnce'],
    claimRef: { namespace: 'default', name: 'claim' },
    csi: {
      driver: 'd',
      volumeHandle: 'h',
      nodePublishSecretRef: { namespace: 'vault', name: 'publish' },
      controllerExpandSecretRef: { namespace: 'vault', name: 'expand' },
    },
  },
};

const attachment = {
  metadata: { name: 'held' },
  spec: { attacher: 'd', nodeName: 'one', source: { persistentVolumeName: 'disk' } },
};
const node = (name: string, labels: object = {}, spec: object = {}) => ({ metadata: { name, labels }, spec });
const noRelation = "no relationship found between node 'two' and this object";
const mirror = { 'kubernetes.io/config.mirror': 'x' };

type Case = [who: string, path: string, question: Question, status: number, words: string];

let home: Home;
let server: Started;
let uids: Record<string, string>;

beforeAll(async () => {
  home = await makeHome();
  const path = join(home.folder, 'users.csv');
  await writeFile(path, `${users.join('\n')}\n`);
  server = await home.start(
    `--token-auth-file=${path}`,
    '--authorization-mode=Node,RBAC',
    '--enable-admission-plugins=NodeRestriction',
  );
  const make = async (at: string, body: object): Promise<string> => {
    const answer = await server.ask(at, post(body));
    expect(answer).toMatchObject({ status: 201 });
    return (JSON.parse(answer.body) as { metadata: { uid: string } }).metadata.uid;
  };
  uids = { one: await make('/api/v1/nodes', node('one')), two: await make('/api/v1/nodes', node('two')) };
  uids['used'] = await make(`${core}/pods`, pod('used', user));
  await make(`${core}/pods`, pod('other', { nodeName: 'two' }));
  await make(`${core}/serviceaccounts`, { metadata: { name: 'worker' } });
  await make('/api/v1/persistentvolumes', volume);
  await make(`${storage}/volumeattachments`, attachment);
});
afterAll(() => home.remove());

describe('a node', () => {
  it.each([
    `${core}/secrets/pull`,
    `${core}/secrets/env`,
    `${core}/secrets/projected`,
    '/api/v1/namespaces/vault/secrets/publish',
    `${core}/configmaps/from`,
    `${core}/configmaps/mounted`,
    `${core}/persistentvolumeclaims/claim`,
    `${core}/persistentvolumeclaims/used-e`,
    '/api/v1/persistentvolumes/disk',
    `${storage}/volumeattachments/held`,
  ])('reads %s, which its pods use, and no other node does', async (path) => {
    // An absent object is 404 for the node whose pods use it, and 403 for any other node, which learns nothing.
    expect([200, 404]).toContain((await server.ask(path, as('one'))).status);
    const { status, body } = await server.ask(path, as('two'));
    expect([status, body]).toEqual([403, expect.stringContaining(noRelation)]);
    expect((await server.ask(path, as('outsider'))).status).toBe(403);
  });

  it.each<Case>([
    ['one', `${core}/secrets`, {}, 403, 'No Object name found'],
    ['one', `${core}/secrets?fieldSelector=metadata.name=env`, {}, 200, ''],
    ['one', '/api/v1/secrets', {}, 403, 'can only read namespaced object of this type'],
    ['one', `${core}/secrets/env`, { method: 'DELETE' }, 403, 'can only read resources of this type'],
    ['one', '/api/v1/namespaces/vault/secrets/expand', {}, 403, "no relationship found between node 'one'"],
    ['one', '/api/v1/persistentvolumes', {}, 403, 'can only get individual resources of this type'],
    ['one', `${core}/persistentvolumeclaims/claim/status`, {}, 403, 'can only get/update/patch this type'],
    ['one', '/api/v1/nodes', {}, 200, ''],
    ['one', '/api/v1/pods', {}, 200, ''],
    ['one', `${core}/endpoints/x`, {}, 404, ''],
    ['nobody', '/api/v1/nodes', {}, 403, 'unknown node for user \\"system:node:\\"'],
    ['outsider', '/api/v1/nodes', {}, 403, 'cannot list resource'],
    [
      'one',
      `${leases}/default/leases/one`,
      {},
      403,
      'can only access leases in the \\"kube-node-lease\\" system namespace',
    ],
    ['one', `${leases}/kube-node-lease/leases/two`, {}, 403, 'node lease with the same name as the requesting node'],
    ['one', `${leases}/kube-node-lease/leases`, {}, 403, 'can only get, create, update, patch, or delete a node lease'],
    [
      'one',
      `${leases}/kube-node-lease/leases`,
      post({ metadata: { name: 'two' } }),
      403,
      'node lease with the same name',
    ],
    ['one', `${leases}/kube-node-lease/leases`, post({ metadata: { name: 'one' }, spec: {} }), 201, ''],
    ['one', `${storage}/csinodes`, {}, 403, 'can only get, create, update, patch, or delete a CSINode'],
    ['one', `${storage}/csinodes/two`, {}, 403, 'CSINode with the same name as the requesting node'],
    ['one', `${storage}/csinodes`, post({ metadata: { name: 'one' }, spec: { drivers: [] } }), 201, ''],
  ])('%s asks for %s %j: %d %s', async (...[who, path, question, status, words]: Case) => {
    const answer = await server.ask(path, as(who, question));
    expect([answer.status, answer.body]).toEqual([status, expect.stringContaining(words)]);
  });

  it.each<Case>([
    [
      'two',
      '/api/v1/nodes/one',
      patch({ metadata: { labels: { a: 'b' } } }),
      403,
      'node \\"two\\" is not allowed to modify node \\"one\\"',
    ],
    ['one', '/api/v1/nodes/one', patch({ metadata: { labels: { a: 'b' } } }), 200, ''],
    ['one', '/api/v1/nodes/one', patch({ metadata: { labels: { 'kubernetes.io/os': 'linux' } } }), 200, ''],
    [
      'one',
      '/api/v1/nodes/one',
      patch({ metadata: { labels: { 'foo.kubernetes.io/x': 'y' } } }),
      403,
      'is not allowed to modify labels: foo.kubernetes.io/x',
    ],
    [
      'one',
      '/api/v1/nodes/one',
      patch({ metadata: { labels: { 'a.node-restriction.kubernetes.io/x': 'y' } } }),
      403,
      'is not allowed to modify labels',
    ],
    [
      'one',
      '/api/v1/nodes/one',
      patch({ spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] } }),
      403,
      'is not allowed to modify taints',
    ],
    ['one', '/api/v1/nodes/one/status', patch({ status: { phase: 'Running' } }), 200, ''],
    ['two', '/api/v1/nodes/one/status', patch({ status: { phase: 'Running' } }), 403, 'is not allowed to modify node'],
    ['one', '/api/v1/nodes', post(node('three')), 403, 'node \\"one\\" is not allowed to modify node \\"three\\"'],
    ['one', '/api/v1/nodes/two', { method: 'DELETE' }, 403, 'cannot delete resource \\"nodes\\"'],
    ['one', `${core}/pods`, post(pod('x', {})), 403, 'node \\"one\\" can only create mirror pods'],
    [
      'one',
      `${core}/pods`,
      post(pod('x', { nodeName: 'two' }, { annotations: mirror })),
      403,
      'spec.nodeName set to itself',
    ],
    [
      'one',
      `${core}/pods`,
      post(pod('x', { nodeName: 'one' }, { annotations: mirror })),
      403,
      'an owner reference set to itself',
    ],
    ['one', `${core}/pods/other`, { method: 'DELETE' }, 403, 'can only delete pods with spec.nodeName set to itself'],
    [
      'one',
      `${core}/pods/other/status`,
      patch({ status: { message: 'x' } }),
      403,
      'can only update pod status for pods with spec.nodeName set to itself',
    ],
    ['one', `${core}/pods/used/status`, patch({ status: { message: 'x' } }), 200, ''],
    [
      'one',
      `${core}/pods/used/status`,
      patch({ metadata: { labels: { a: 'b' } } }),
      403,
      'cannot update labels through pod status',
    ],
    [
      'one',
      `${core}/pods/other/eviction`,
      post({ metadata: { name: 'other' } }),
      403,
      'can only evict pods with spec.nodeName set to itself',
    ],
    ['one', `${core}/pods/used/binding`, post({ target: { name: 'one' } }), 403, 'cannot create resource'],
    ['one', `${core}/serviceaccounts/worker/token`, post({ spec: {} }), 403, 'node requested token not bound to a pod'],
    ['two', `${core}/serviceaccounts/worker/token`, post({ spec: {} }), 403, noRelation],
    [
      'one',
      `${core}/serviceaccounts/default/token`,
      post({ spec: {} }),
      403,
      "no relationship found between node 'one'",
    ],
  ])('%s is answered at %s %j: %d %s', async (...[who, path, question, status, words]: Case) => {
    const answer = await server.ask(path, as(who, question));
    expect([answer.status, answer.body]).toEqual([status, expect.stringContaining(words)]);
  });

  it('mirrors its own pods, which give it nothing', async () => {
    const owner = { apiVersion: 'v1', kind: 'Node', name: 'one', uid: uids['one'], controller: true };
    const mirrored = (spec: object, more: object = {}) =>
      post(
        pod('mirror', { nodeName: 'one', ...spec }, { annotations: mirror, ownerReferences: [{ ...owner, ...more }] }),
      );
    const wrong: readonly (readonly [Question, string])[] = [
      [mirrored({}, { uid: uids['two'] }), 'node one UID mismatch'],
      [mirrored({}, { controller: false }), 'a controller owner reference set to itself'],
      [mirrored({}, { blockOwnerDeletion: true }), 'must not set blockOwnerDeletion'],
      [mirrored({ serviceAccountName: 'worker' }), 'can not create pods that reference a service account'],
      [mirrored({ imagePullSecrets: [{ name: 'x' }] }), 'can not create pods that reference secrets'],
      [
        mirrored({ volumes: [{ name: 'v', configMap: { name: 'x' } }] }),
        'can not create pods that reference configmaps',
      ],
    ];
    for (const [question, words] of wrong) {
      const answer = await server.ask(`${core}/pods`, as('one', question));
      expect([answer.status, answer.body]).toEqual([403, expect.stringContaining(words)]);
    }
    expect((await server.ask(`${core}/pods`, as('one', mirrored({})))).status).toBe(201);
    expect((await server.ask(`${core}/pods/mirror?gracePeriodSeconds=0`, as('one', { method: 'DELETE' }))).status).toBe(
      200,
    );
  });

  it('gets tokens bound to its pods', async () => {
    const bound = (name: string, uid: string) =>
      as('one', post({ spec: { boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name, uid } } }));
    const at = `${core}/serviceaccounts/worker/token`;
    expect((await server.ask(at, bound('used', uids['used'] ?? ''))).status).toBe(201);
    expect((await server.ask(at, bound('used', 'x'))).body).toContain('does not match the UID in record');
    expect((await server.ask(at, bound('none', 'x'))).body).toContain('pod \\"none\\" not found');
  });

  it('loses what its pods used when they are gone', async () => {
    await server.ask(`${core}/pods`, post(pod('brief', { nodeName: 'one', imagePullSecrets: [{ name: 'brief' }] })));
    const path = `${core}/secrets/brief`;
    expect((await server.ask(path, as('one'))).status).toBe(404);
    await server.ask(`${core}/pods/brief?gracePeriodSeconds=0`, { method: 'DELETE' });
    expect((await server.ask(path, as('one'))).status).toBe(403);
  });
});
