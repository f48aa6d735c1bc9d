/** Options, selectors and media types at the edge of what is allowed: statuses and words are those of 1.24. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { makeHome } from './support/serve.ts';
import type { Home, Question, Started } from './support/serve.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const listAsItems = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';
const strategic = 'application/strategic-merge-patch+json';
const malformed = 'invalid resource version: resourceVersion: Invalid value: "-1"';
const noPolicy = 'propagationPolicy: Unsupported value: "": supported values: "Foreground", "Background", "Orphan"';
const isNotExpected = 'the ResourceVersion in the precondition (0) does not match the ResourceVersion in record';

const cases: readonly (readonly [path: string, init: Question, status: number, words?: string])[] = [
  // Events have no watch cache in kube-apiserver, and so another reader of versions.
  ['/api/v1/events?resourceVersion=-1', {}, 400, malformed],
  ['/api/v1/namespaces/default/events/x?resourceVersion=-1', {}, 400, malformed],
  ['/apis/events.k8s.io/v1/events?resourceVersion=-1', {}, 400, malformed],
  ['/api/v1/pods?resourceVersion=-1', {}, 500, 'resourceVersion: Invalid value: "-1"'],
  // Less than no time is no mistake.
  [`${configMaps}?timeoutSeconds=-1`, {}, 200],
  [`${configMaps}?watch=1&timeoutSeconds=-1`, {}, 200],
  // A term without a name and a value selects everything.
  [`${configMaps}?fieldSelector==`, {}, 200, '"kept"'],
  [`${configMaps}?fieldSelector==x`, {}, 400],
  ['/api/v1/namespaces?fieldSelector=metadata.namespace=a', {}, 400, 'field label not supported: metadata.namespace'],
  ['/apis/rbac.authorization.k8s.io/v1/clusterroles?fieldSelector=metadata.namespace=a', {}, 200],
  // Nothing is sent in this form, but what is asked has to make sense.
  [
    `${configMaps}?watch=1&resourceVersionMatch=Exact`,
    { headers: { accept: listAsItems } },
    422,
    'forbidden for watch',
  ],
  [`${configMaps}?watch=1&labelSelector=,,`, { headers: { accept: listAsItems } }, 400, 'found'],
  [`${configMaps}?watch=1&timeoutSeconds=1`, { headers: { accept: listAsItems } }, 200],
  [`${configMaps}/kept`, { headers: { accept: 'application/json;q=0' } }, 406],
  [`${configMaps}/kept`, { method: 'HEAD' }, 405],
  [configMaps, { method: 'HEAD' }, 405],
  [configMaps, postAs('application/json;foo'), 415, 'unknown format'],
  [configMaps, postAs('application/json;a=b;a'), 415, 'unknown format'],
  [`${configMaps}?dryRun=All`, postAs('application/json; charset=utf-8; q="a;b" ;'), 201],
  [`${configMaps}/kept?propagationPolicy=`, { method: 'DELETE' }, 422, noPolicy],
  [`${configMaps}/kept?resourceVersion=0`, { method: 'DELETE' }, 409, isNotExpected],
  [`${configMaps}?resourceVersion=0`, { method: 'DELETE' }, 409, isNotExpected],
  [`${configMaps}/kept?uid=x`, { method: 'DELETE' }, 409, 'the UID in the precondition (x)'],
  [`${configMaps}/kept`, patchOf({ metadata: { labels: { $retainKeys: 'x', a: 'b' } } }), 400, 'retainKeys'],
  [`${configMaps}/kept`, patchOf({ metadata: { $deleteFromPrimitiveList: ['x'] } }), 400, 'primitive list'],
  [`${configMaps}/kept`, patchOf({ metadata: { $setElementOrder: ['x'] } }), 400, 'setElementOrder list'],
];

const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
const policies = '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies';
const classes = '/apis/node.k8s.io/v1/runtimeclasses';
const olderJobs = '/apis/batch/v1beta1/namespaces/default/cronjobs';
const pod = '/api/v1/namespaces/default/pods/none';
const merge = 'application/merge-patch+json';
const undeterminable = 'the name of the object (kept based on URL) was undeterminable: name must be provided';
const openFinalizer = { metadata: { name: 'open', finalizers: ['plain'] } };

const strange: typeof cases = [
  // An object of no version is none of which anything is known.
  [`${configMaps}/kept`, patchOf({ apiVersion: null }, merge), 400, undeterminable],
  [
    `${configMaps}/kept`,
    patchOf([{ op: 'remove', path: '/apiVersion' }], 'application/json-patch+json'),
    400,
    undeterminable,
  ],
  [`${configMaps}/kept`, patchOf({ kind: null }, merge), 200],
  [`${configMaps}/kept`, patchOf({ apiVersion: null, kind: 'Other' }), 200, '"kind":"ConfigMap","apiVersion":"v1"'],
  [
    `${configMaps}/kept`,
    patchOf({ kind: 'Other' }, merge),
    422,
    String.raw`patch: Invalid value: "{\\"apiVersion\\":\\"v1\\",\\"kind`,
  ],
  [
    `${policies}/kept`,
    { method: 'DELETE', body: { preconditions: { uid: 'x' } } },
    409,
    'fulfilled on NetworkPolicy.extensions "kept"',
  ],
  [`${budgets}?dryRun=All`, { method: 'POST', body: openFinalizer }, 201],
  [`${classes}?dryRun=All`, { method: 'POST', body: { ...openFinalizer, handler: 'h' } }, 201],
  [`${olderJobs}/kept?dryRun=All`, { method: 'DELETE' }, 200, '"finalizers":["orphan"]'],
  ['/apis/batch/v1/namespaces/default/cronjobs/kept?dryRun=All', { method: 'DELETE' }, 200, '"status":"Success"'],
  [`${pod}/eviction`, evictionIn('policy/v1'), 404, 'pods "none" not found'],
  [`${pod}/eviction`, evictionIn('policy/v1beta1'), 404, 'pods "none" not found'],
  [`${pod}/eviction`, evictionIn('policy/v2'), 400],
  [
    `${pod}/binding`,
    { method: 'POST', body: { metadata: { name: 'none' }, target: {} } },
    500,
    'target.name: Required value',
  ],
  [
    '/api/v1/namespaces/default/bindings',
    { method: 'POST', body: { metadata: { name: 'none' }, target: { kind: 'x' } } },
    500,
    '[target.kind: Unsupported value: "x": supported values: "Node", "<empty>", target.name: Required value]',
  ],
  [`${configMaps}/kept`, { method: 'PATCH' }, 406, '406: Not Acceptable'],
  [`${configMaps}/kept`, patchOf({}, 'text/plain'), 415, '415: Unsupported Media Type'],
  // It is in namespaces alone, and lists nothing.
  ['/api/v1/bindings', { method: 'POST', body: {} }, 404],
  ['/api/v1/bindings', {}, 404],
  ['/apis/authorization.k8s.io/v1/localsubjectaccessreviews', { method: 'POST', body: {} }, 404],
];

function evictionIn(apiVersion: string): Question {
  return { method: 'POST', body: { apiVersion, kind: 'Eviction', metadata: { name: 'none' } } };
}

function postAs(type: string): Question {
  return { method: 'POST', body: { metadata: { name: 'posted' } }, headers: { 'content-type': type } };
}

function patchOf(body: object, type = strategic): Question {
  return { method: 'PATCH', body, headers: { 'content-type': type } };
}

describe('a request', () => {
  let home: Home;
  let server: Started;
  beforeAll(async () => {
    home = await makeHome();
    server = await home.start();
    await server.ask(configMaps, { method: 'POST', body: { metadata: { name: 'kept', labels: { a: 'b' } } } });
    const metadata = { name: 'kept' };
    await server.ask(policies, { method: 'POST', body: { metadata, spec: { podSelector: {} } } });
    const template = { spec: { containers: [{ name: 'a', image: 'b' }], restartPolicy: 'Never' } };
    const spec = { schedule: '0 0 1 1 *', suspend: true, jobTemplate: { spec: { template } } };
    await server.ask(olderJobs, { method: 'POST', body: { metadata, spec } });
  });
  afterAll(() => home.remove());

  it.each([...cases, ...strange])('%s %j is answered with %d', async (path, init, status, words = '') => {
    const answer = await server.ask(path, init);
    expect([answer.status, answer.body.replaceAll('\\"', '"')]).toEqual([status, expect.stringContaining(words)]);
  });
});
