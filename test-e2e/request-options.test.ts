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

function postAs(type: string): Question {
  return { method: 'POST', body: { metadata: { name: 'posted' } }, headers: { 'content-type': type } };
}

function patchOf(body: object): Question {
  return { method: 'PATCH', body, headers: { 'content-type': strategic } };
}

describe('a request', () => {
  let home: Home;
  let server: Started;
  beforeAll(async () => {
    home = await makeHome();
    server = await home.start();
    await server.ask(configMaps, { method: 'POST', body: { metadata: { name: 'kept', labels: { a: 'b' } } } });
  });
  afterAll(() => home.remove());

  it.each(cases)('%s %j is answered with %d', async (path, init, status, words = '') => {
    const answer = await server.ask(path, init);
    expect([answer.status, answer.body.replaceAll('\\"', '"')]).toEqual([status, expect.stringContaining(words)]);
  });
});
