/** The two plugins over scripted webhooks: what they are sent, and what becomes of their answers. */
import { describe, expect, it } from '@jest/globals';
import type { AdmissionPlugin } from '@keelson/admission';
import type { Status } from '@keelson/meta';

import type { Phase } from './contract.ts';
import {
  hostOf,
  patch,
  requestFor,
  resource,
  scheme,
  type Hook,
  type Say,
  type ScriptedHost,
  type TestRequest,
} from './testing/webhooks.ts';
import { createWebhookPlugins } from './webhook-plugins.ts';

let uids = 0;

function pluginOf(host: ScriptedHost, phase: Phase): AdmissionPlugin {
  const parts = { scheme, host, makeUid: () => `uid-${(uids += 1)}`, clock: () => performance.now() };
  const [mutating, validating] = createWebhookPlugins(parts);
  const found = phase === 'mutating' ? mutating : validating;
  if (found === undefined) throw new Error('two plugins were expected');
  return found;
}

interface Run {
  readonly host: ScriptedHost;
  readonly refusal: Status | undefined;
  readonly request: TestRequest;
}

async function mutate(hooks: readonly Hook[], answers: Record<string, Say>, request: TestRequest): Promise<Run> {
  const host = hostOf(hooks, answers);
  const plugin = pluginOf(host, 'mutating');
  let refusal = await plugin.admit?.(request);
  const { rounds } = request;
  if (refusal === undefined && rounds?.needsAnother === true) {
    Object.assign(rounds, { isSecond: true });
    refusal = await plugin.admit?.(request);
  }
  return { host, refusal, request };
}

async function validate(hooks: readonly Hook[], answers: Record<string, Say>, request: TestRequest): Promise<Run> {
  const host = hostOf(hooks, answers, 'validating');
  return { host, refusal: await pluginOf(host, 'validating').validate?.(request), request };
}

const internal = 'Internal error occurred';
const patchText =
  (text: string): Say =>
  () => ({ allowed: true, patchType: 'JSONPatch', patch: Buffer.from(text).toString('base64') });
const configMap = () => requestFor({ fields: { metadata: { name: 'a', labels: { l: '1' } }, data: { k: '1' } } });
const deny =
  (message: string): Say =>
  () => ({ allowed: false, status: { message } });
const broken: Say = () => ({ ok: false, message: 'failed to call webhook: EOF' });
const add =
  (path: string, value: unknown): Say =>
  () =>
    patch({ op: 'add', path, value });

describe('mutating webhooks', () => {
  it('are asked in order, each about the object that the one before left', async () => {
    const { host, refusal, request } = await mutate(
      [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
      { a: add('/data/a', '1'), b: add('/data/b', '2') },
      configMap(),
    );
    expect(refusal).toBeUndefined();
    expect(host.asked).toEqual(['a', 'b', 'c']);
    expect(host.reviews.map(({ request: { object } }) => object?.data)).toEqual([
      { k: '1' },
      { a: '1', k: '1' },
      { a: '1', b: '2', k: '1' },
    ]);
    expect(request.json()).toMatchObject({ kind: 'ConfigMap', data: { a: '1', b: '2', k: '1' } });
  });

  it('print the object once for all that leave it as it is', async () => {
    const large = requestFor({ fields: { metadata: { name: 'a' }, data: { k: 'x'.repeat(100_000) } } });
    const { host } = await mutate([{ name: 'a' }, { name: 'b' }], {}, large);
    const [first, second] = host.bodies.map((pieces) => pieces.find(({ length }) => length > 100_000));
    expect(first).toBeDefined();
    expect(first).toBe(second);
  });

  it('see the object in the version that they ask for, and patch it there', async () => {
    const of = resource('runtimeclasses', 'node.k8s.io/v1beta1');
    const rules = [{ operations: ['*'], apiGroups: ['node.k8s.io'], apiVersions: ['v1'], resources: ['*'] }];
    const request = requestFor({ of, fields: { metadata: { name: 'a' }, handler: 'runc' } });
    const { host } = await mutate([{ name: 'a', rules }], { a: add('/metadata/labels', { by: 'hook' }) }, request);
    expect(host.reviews[0]?.request).toMatchObject({
      kind: { group: 'node.k8s.io', version: 'v1', kind: 'RuntimeClass' },
      requestKind: { version: 'v1beta1' },
      requestResource: { version: 'v1beta1' },
      object: { apiVersion: 'node.k8s.io/v1' },
    });
    expect(request.json()).toMatchObject({ apiVersion: 'node.k8s.io/v1beta1', metadata: { labels: { by: 'hook' } } });
  });

  it('are asked once more where they wish it and something changed after them', async () => {
    const hooks: Hook[] = [
      { name: 'a', reinvocationPolicy: 'IfNeeded' },
      { name: 'b', reinvocationPolicy: 'IfNeeded' },
      { name: 'c' },
    ];
    const { host } = await mutate(hooks, { c: add('/data/c', '1') }, configMap());
    expect(host.asked).toEqual(['a', 'b', 'c', 'a', 'b']);
    const quiet = await mutate(hooks, {}, configMap());
    expect(quiet.host.asked).toEqual(['a', 'b', 'c']);
    // One that changes the object each time is not asked again for its own change.
    const endless = await mutate(
      hooks,
      { b: (review) => patch({ op: 'add', path: '/data/n', value: review.request.uid }) },
      configMap(),
    );
    expect(endless.host.asked).toEqual(['a', 'b', 'c', 'a']);
  });

  it('are met by the labels that the object has when their turn comes', async () => {
    const { host } = await mutate(
      [
        { name: 'a' },
        { name: 'b', objectSelector: { matchLabels: { l: '2' } } },
        { name: 'c', objectSelector: { matchLabels: { l: '1' } } },
      ],
      { a: add('/metadata/labels/l', '2') },
      configMap(),
    );
    expect(host.asked).toEqual(['a', 'b']);
  });

  it.each<[string, Say, object]>([
    [
      'is no patch',
      () => ({ allowed: true, patchType: 'JSONPatch', patch: Buffer.from('{}').toString('base64') }),
      { code: 500 },
    ],
    ['has a null among its operations', patchText('[null]'), { message: `${internal}: Unexpected kind: unknown` }],
    [
      'has a number among its operations',
      patchText('[1]'),
      { message: `${internal}: json: cannot unmarshal number into Go value of type jsonpatch.Operation` },
    ],
    [
      'leads nowhere',
      add('/no/where', 1),
      {
        code: 500,
        message:
          'Internal error occurred: add operation does not apply: doc is missing path: "/no/where": missing value',
      },
    ],
    [
      'breaks a type',
      add('/data/n', 5),
      { code: 500, message: expect.stringContaining('json: cannot unmarshal number into Go struct field') },
    ],
    [
      'makes it another kind',
      add('/kind', 'Nothing'),
      { code: 500, message: expect.stringContaining('no kind "Nothing" is registered') },
    ],
  ])('have their patch refused that %s', async (_what, say, status) => {
    const { refusal, request } = await mutate([{ name: 'a' }], { a: say }, configMap());
    expect(refusal).toMatchObject(status);
    expect(request.json()).toMatchObject({ data: { k: '1' } });
  });

  it('change nothing by a patch that is null', async () => {
    const { refusal, request } = await mutate([{ name: 'a' }], { a: patchText('null') }, configMap());
    expect(refusal).toBeUndefined();
    expect(request.rounds?.needsAnother).toBe(false);
  });

  it('have changed an object whose defaults they took away', async () => {
    const hooks: Hook[] = [{ name: 'a', reinvocationPolicy: 'IfNeeded' }, { name: 'b' }];
    const fields = { metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } };
    const request = requestFor({ of: resource('services'), fields });
    const remove = () => patch({ op: 'remove', path: '/spec/sessionAffinity' });
    const { host } = await mutate(hooks, { b: remove }, request);
    expect(host.asked).toEqual(['a', 'b', 'a']);
    expect(request.json()).toMatchObject({ spec: { sessionAffinity: 'None' } });
    const same = () => patch({ op: 'replace', path: '/spec/sessionAffinity', value: 'None' });
    const unchanged = await mutate(hooks, { b: same }, requestFor({ of: resource('services'), fields }));
    expect(unchanged.host.asked).toEqual(['a', 'b']);
  });

  it('may replace the object as a whole', async () => {
    const { request } = await mutate(
      [{ name: 'a' }],
      { a: () => patch({ op: 'replace', path: '', value: {} }) },
      configMap(),
    );
    expect(request.json()).toEqual({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { creationTimestamp: null } });
  });

  it('cannot change what is deleted', async () => {
    const gone = requestFor({ operation: 'delete', oldFields: { metadata: { name: 'a' } } });
    const { refusal, host } = await mutate([{ name: 'a' }], { a: add('/data', {}) }, gone);
    expect(host.reviews[0]?.request).toMatchObject({
      object: null,
      oldObject: { kind: 'ConfigMap' },
      operation: 'DELETE',
    });
    expect(refusal?.message).toBe(
      'Internal error occurred: admission webhook "a" attempted to modify the object, which is not supported for this operation',
    );
  });

  it('leave annotations of what they did', async () => {
    const { request } = await mutate([{ name: 'a' }, { name: 'b' }], { b: add('/data/b', '1') }, configMap());
    expect(request.annotations).toEqual({
      'mutation.webhook.admission.k8s.io/round_0_index_0': '{"configuration":"c","webhook":"a","mutated":false}',
      'mutation.webhook.admission.k8s.io/round_0_index_1': '{"configuration":"c","webhook":"b","mutated":true}',
      'patch.webhook.admission.k8s.io/round_0_index_1':
        '{"configuration":"c","webhook":"b","patch":[{"op":"add","path":"/data/b","value":"1"}],"patchType":"JSONPatch"}',
    });
  });
});

describe.each<[Phase, typeof mutate]>([
  ['mutating', mutate],
  ['validating', validate],
])('%s webhooks', (_phase, run) => {
  it('deny in their own words, with warnings and annotations under their name', async () => {
    const say: Say = () => ({
      allowed: false,
      status: { code: 409, message: 'no' },
      warnings: ['careful'],
      auditAnnotations: { x: 'y', 'no/name': 'z' },
    });
    const { refusal, request, host } = await run([{ name: 'a' }], { a: say }, configMap());
    expect(refusal).toMatchObject({ code: 409, message: 'admission webhook "a" denied the request: no' });
    expect(request.warnings).toEqual(['careful']);
    expect(request.annotations).toMatchObject({ 'a/x': 'y' });
    expect(host.reports).toMatchObject([{ outcome: 'denied', code: 409, operation: 'CREATE' }]);
  });

  it('fail the request with them, or let it pass where their policy says so', async () => {
    const failed = await run([{ name: 'a' }], { a: broken }, configMap());
    expect(failed.refusal).toMatchObject({
      code: 500,
      message: 'Internal error occurred: failed calling webhook "a": failed to call webhook: EOF',
    });
    const open = await run([{ name: 'a', failurePolicy: 'Ignore' }, { name: 'b' }], { a: broken }, configMap());
    expect(open.refusal).toBeUndefined();
    expect(open.host.asked.sort()).toEqual(['a', 'b']);
    expect(Object.keys(open.request.annotations)).toContainEqual(
      expect.stringMatching(/^failed-open\.(mutation|validating)\.webhook\.admission\.k8s\.io\/round_0_index_0$/),
    );
  });

  it('say so when the time of the request is over, whatever their policy', async () => {
    const late = requestFor({ fields: { metadata: { name: 'a' } }, deadlineMs: Date.now() });
    const { refusal } = await run([{ name: 'a', failurePolicy: 'Ignore' }], { a: broken }, late);
    expect(refusal).toMatchObject({
      code: 504,
      message: 'Timeout: request did not complete within the allotted timeout',
    });
  });

  it('are not asked in a dry run if they have side effects', async () => {
    const request = requestFor({ fields: { metadata: { name: 'a' } }, isDryRun: true });
    const { refusal, host } = await run([{ name: 'a', sideEffects: 'Some', failurePolicy: 'Ignore' }], {}, request);
    expect(refusal).toMatchObject({ code: 400, message: 'admission webhook "a" does not support dry run' });
    expect(host.asked).toEqual([]);
    expect((await run([{ name: 'a', sideEffects: 'NoneOnDryRun' }], {}, request)).host.asked).toEqual(['a']);
  });

  it('speak the first version of reviews that is known', async () => {
    const hooks: Hook[] = [
      { name: 'a', admissionReviewVersions: ['v2', 'v1beta1', 'v1'] },
      { name: 'b', admissionReviewVersions: ['v2'], failurePolicy: 'Ignore' },
    ];
    const { host } = await run(hooks, {}, configMap());
    expect(host.reviews.map(({ apiVersion }) => apiVersion)).toEqual(['admission.k8s.io/v1beta1']);
  });

  it('are told who asks for what', async () => {
    const user = { name: 'eve', uid: 'u1', groups: ['x'], extra: { scopes: ['view'] } };
    const request = requestFor({ fields: { metadata: { generateName: 'g-' } }, caller: { user } });
    const { host } = await run([{ name: 'a' }], {}, request);
    expect(host.reviews[0]).toMatchObject({
      kind: 'AdmissionReview',
      apiVersion: 'admission.k8s.io/v1',
      request: {
        operation: 'CREATE',
        namespace: 'default',
        resource: { group: '', version: 'v1', resource: 'configmaps' },
        userInfo: { username: 'eve', uid: 'u1', groups: ['x'], extra: { scopes: ['view'] } },
        oldObject: null,
        dryRun: false,
        options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1' },
      },
    });
    expect(host.reviews[0]?.request['name']).toBeUndefined();
  });

  it('are not asked about webhook configurations, nor about reviews', async () => {
    const places = [
      resource('mutatingwebhookconfigurations', 'admissionregistration.k8s.io/v1'),
      resource('validatingwebhookconfigurations', 'admissionregistration.k8s.io/v1'),
      resource('tokenreviews', 'authentication.k8s.io/v1'),
      resource('subjectaccessreviews', 'authorization.k8s.io/v1'),
    ];
    const host = hostOf([{ name: 'a' }], {});
    for (const of of places) {
      expect(pluginOf(host, 'mutating').concerns?.(requestFor({ of, fields: { metadata: {} } }))).toBe(false);
    }
    expect(pluginOf(host, 'mutating').concerns?.(configMap())).toBe(true);
    await Promise.resolve();
  });
});

describe('validating webhooks', () => {
  it('are asked all at once, and the first refusal that came counts', async () => {
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const answers: Record<string, Say> = {
      slow: () => held.then(() => ({ allowed: false, status: { message: 'slow' } })),
      quick: () => {
        release?.();
        return { allowed: false, status: { message: 'quick' } };
      },
      fine: () => ({ allowed: true }),
    };
    const { refusal, host } = await validate(
      [{ name: 'slow' }, { name: 'quick' }, { name: 'fine' }],
      answers,
      configMap(),
    );
    expect(host.asked).toEqual(['slow', 'quick', 'fine']);
    expect(refusal?.message).toBe('admission webhook "quick" denied the request: quick');
  });

  it('change nothing', async () => {
    const { refusal } = await validate([{ name: 'a' }], { a: add('/data/x', '1') }, configMap());
    expect(refusal?.message).toContain('validating webhook may not return response.patch');
    expect((await validate([{ name: 'a' }], { a: deny('') }, configMap())).refusal?.message).toBe(
      'admission webhook "a" denied the request without explanation',
    );
  });
});
