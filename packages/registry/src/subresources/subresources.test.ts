import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AdmissionPlugin, AdmissionRequest } from '@keelson/admission';

import { objectOf, openBench, refusalOf, tester, valueOf } from '../testing/open-registry.ts';
import type { Bench } from '../testing/open-registry.ts';

/** A certificate request whose key is thrown away. */
const someRequest = `-----BEGIN CERTIFICATE REQUEST-----
MIGLMD8CAQAwDDEKMAgGA1UEAwwBYTAqMAUGAytlcAMhAOVo9QELNH+9kK81flxt
90g1/FTU6BNrpOJIt2dHlmQgoAAwBQYDK2VwA0EA1x6u/L1PoaRZpVmsKTo6JDbO
Wu6LxpQqBN1TzBBSJTOAJ6/XL04TyQs3yWNkzc44CxwbE6eoni0iVDqTVp2WBQ==
-----END CERTIFICATE REQUEST-----
`;

let bench: Bench;

const deployments = () => ({ resource: bench.resource('deployments', 'apps/v1'), namespace: 'default' });
const scale = (name: string) => ({ ...deployments(), name, subresource: 'scale' });
const pods = () => ({ resource: bench.resource('pods'), namespace: 'default' });

async function makeDeployment(name: string): Promise<void> {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const spec = { replicas: 2, selector: { matchLabels: labels }, template };
  await valueOf(bench.create(deployments(), { metadata: { name }, spec }));
}

async function makePod(name: string): Promise<void> {
  await valueOf(bench.create(pods(), { metadata: { name }, spec: { containers: [{ name: 'c', image: 'i' }] } }));
}

beforeAll(async () => {
  bench = await openBench();
});

afterAll(() => bench.close());

describe('a Scale', () => {
  it('shows the replicas of the object', async () => {
    await makeDeployment('shown');
    const got = await valueOf(bench.registry.get(scale('shown'), {}));
    expect(objectOf(got)).toMatchObject({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: { name: 'shown', namespace: 'default' },
      spec: { replicas: 2 },
      status: { replicas: 0, selector: 'app=shown' },
    });
    expect(got.form).toMatchObject({ group: 'autoscaling', version: 'v1', kind: 'Scale' });
  });

  it('changes them by update and patch, and remembers who did', async () => {
    await makeDeployment('changed');
    const got = objectOf(await valueOf(bench.registry.get(scale('changed'), {})));
    const updated = await valueOf(bench.update(scale('changed'), { ...got, spec: { replicas: 3 } }));
    expect(objectOf(updated)['spec']).toEqual({ replicas: 3 });
    const stale = await refusalOf(bench.update(scale('changed'), { ...got, spec: { replicas: 4 } }));
    expect(stale.reason).toBe('Conflict');
    await valueOf(bench.patch(scale('changed'), 'merge', { spec: { replicas: 5 } }, { fieldManager: 'scaler' }));
    const deployment = await bench.read({ ...deployments(), name: 'changed' });
    expect(deployment['spec']).toMatchObject({ replicas: 5 });
    expect(deployment.metadata.generation).toBe(3);
    expect(deployment.metadata.managedFields).toContainEqual(
      expect.objectContaining({
        manager: 'scaler',
        subresource: 'scale',
        fieldsV1: { 'f:spec': { 'f:replicas': {} } },
      }),
    );
  });

  it('has no negative replicas', async () => {
    await makeDeployment('negative');
    const status = await refusalOf(bench.patch(scale('negative'), 'merge', { spec: { replicas: -1 } }));
    expect(status.message).toBe(
      'Scale.autoscaling "negative" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    );
  });

  it('has valid metadata', async () => {
    await makeDeployment('labelled');
    const status = await refusalOf(bench.patch(scale('labelled'), 'merge', { metadata: { labels: { 'a b': 'c' } } }));
    expect(status.message).toContain('Scale.autoscaling "labelled" is invalid: metadata.labels: Invalid value: "a b"');
  });

  it('is applied, and its number has an owner then', async () => {
    await makeDeployment('applied');
    const config = (replicas: number) => ({
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'applied' },
      spec: { replicas },
    });
    const apply = (replicas: number, fieldManager: string, force?: string) =>
      bench.patch(scale('applied'), 'apply', config(replicas), { fieldManager, ...(force && { force }) });
    await valueOf(bench.patch(scale('applied'), 'merge', { spec: { replicas: 7 } }, { fieldManager: 'scaler' }));
    expect((await refusalOf(apply(3, 'a'))).message).toMatch(
      /^Apply failed with 1 conflict: conflict with "scaler" with subresource "scale" using autoscaling\/v1.*: \.spec\.replicas$/,
    );
    expect(objectOf(await valueOf(apply(3, 'a', 'true')))).toMatchObject({ spec: { replicas: 3 } });
    expect((await refusalOf(apply(4, 'b'))).message).toBe(
      'Apply failed with 1 conflict: conflict with "a" with subresource "scale": .spec.replicas',
    );
    const { metadata } = objectOf(
      await valueOf(bench.registry.get({ ...scale('applied'), subresource: undefined }, {})),
    );
    const owners = metadata.managedFields?.filter(({ subresource }) => subresource === 'scale');
    expect(owners).toEqual([
      expect.objectContaining({ manager: 'a', operation: 'Apply', fieldsV1: { 'f:spec': { 'f:replicas': {} } } }),
    ]);
  });

  it('is of objects that are there, and of kinds that have one', async () => {
    expect(await refusalOf(bench.registry.get(scale('none'), {}))).toMatchObject({ code: 404 });
    expect(await refusalOf(bench.patch(scale('none'), 'merge', {}))).toMatchObject({ code: 404 });
    const job = { resource: bench.resource('jobs', 'batch/v1'), namespace: 'default', name: 'a', subresource: 'scale' };
    expect((await refusalOf(bench.registry.get(job, {}))).message).toBe(
      'the server could not find the requested resource',
    );
  });
});

describe('plugins', () => {
  it('see a Scale as a Scale, with its owners, and may change the number', async () => {
    const seen: unknown[] = [];
    const note = (phase: string, { place, form, object, old }: AdmissionRequest): void => {
      if (place.subresource !== 'scale') return;
      const owners = object?.metadata.managedFields?.map(({ manager }) => manager);
      seen.push([phase, form?.kind, object?.['spec'], old?.['spec'], owners]);
    };
    const doubling: AdmissionPlugin = {
      name: 'doubling',
      admit: (request) => {
        note('admit', request);
        if (request.place.subresource === 'scale' && request.object !== undefined) {
          request.object = { ...request.object, spec: { replicas: 6 } };
        }
        return undefined;
      },
      validate: (request) => {
        note('validate', request);
        return undefined;
      },
    };
    const own = await openBench({ admission: [doubling] });
    const place = { resource: own.resource('deployments', 'apps/v1'), namespace: 'default' };
    const template = { metadata: { labels: { l: '1' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const spec = { replicas: 2, selector: { matchLabels: { l: '1' } }, template };
    await valueOf(own.create(place, { metadata: { name: 'a' }, spec }));
    const patched = await valueOf(
      own.patch({ ...place, name: 'a', subresource: 'scale' }, 'merge', { spec: { replicas: 3 } }),
    );
    expect(objectOf(patched)['spec']).toEqual({ replicas: 6 });
    expect(seen).toEqual([
      ['admit', 'Scale', { replicas: 3 }, { replicas: 2 }, ['tester']],
      ['validate', 'Scale', { replicas: 6 }, { replicas: 2 }, undefined],
    ]);
    await own.close();
  });

  it('are asked about connections if they handle them, whether or not the object exists', async () => {
    const seen: unknown[] = [];
    const look = (name: string, handlesConnect: boolean): AdmissionPlugin => ({
      name,
      handlesConnect,
      validate: ({ operation, object, options }) => {
        if (operation === 'connect') seen.push([name, object, options]);
        return undefined;
      },
    });
    const own = await openBench({ admission: [look('one', false), look('two', true)] });
    const place = { resource: own.resource('pods'), namespace: 'default', name: 'a', subresource: 'exec' };
    const query: Record<string, string[]> = { command: ['ls', '-l'], stdout: ['true'], tty: ['0'], nonsense: ['x'] };
    const asked = { query: (name: string) => query[name] ?? [], path: '', caller: tester };
    const object = { kind: 'PodExecOptions', apiVersion: 'v1', command: ['ls', '-l'], stdout: true };
    expect((await valueOf(own.registry.connect(place, asked))).options).toEqual(object);
    expect(seen).toEqual([['two', expect.objectContaining(object), undefined]]);
    await own.close();
  });
});

describe('an order', () => {
  it('binds a pod to a node, once', async () => {
    await makePod('bound');
    const place = { ...pods(), name: 'bound', subresource: 'binding' };
    const order = (name: string) => ({ metadata: { name: 'bound' }, target: { kind: 'Node', name } });
    const made = await valueOf(bench.create(place, order('n1')));
    expect(objectOf(made)).toMatchObject({ kind: 'Status', status: 'Success', code: 201 });
    expect(await bench.read({ ...pods(), name: 'bound' })).toMatchObject({ spec: { nodeName: 'n1' } });
    expect(await refusalOf(bench.create(place, order('n2')))).toMatchObject({
      code: 409,
      message: 'Operation cannot be fulfilled on pods/binding "bound": pod bound is already assigned to node "n1"',
    });
    expect((await refusalOf(bench.create(place, order('')))).message).toBe('target.name: Required value');
    for (const metadata of [{}, { name: 'other' }]) {
      expect(await refusalOf(bench.create(place, { ...order('n1'), metadata }))).toMatchObject({
        code: 400,
        message: 'name in URL does not match name in Binding object',
      });
    }
  });

  it('binds the pod that it names where it is posted on its own', async () => {
    await makePod('named');
    const bindings = { resource: bench.resource('bindings'), namespace: 'default' };
    const order = { metadata: { name: 'named' }, target: { kind: 'Node', name: 'n1' } };
    const made = await valueOf(bench.create(bindings, order));
    expect(objectOf(made)).toMatchObject({ kind: 'Status', status: 'Success', code: 201 });
    expect(await bench.read({ ...pods(), name: 'named' })).toMatchObject({ spec: { nodeName: 'n1' } });
    const other = { ...order, metadata: { name: 'nobody' } };
    expect(await refusalOf(bench.create(bindings, other))).toMatchObject({
      code: 404,
      message: 'pods "nobody" not found',
    });
  });

  it('evicts a pod, unless it is a dry run', async () => {
    await makePod('evicted');
    const place = { ...pods(), name: 'evicted', subresource: 'eviction' };
    const order = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'evicted' } };
    await valueOf(bench.create(place, order, { dryRun: ['All'] }));
    expect((await bench.read({ ...pods(), name: 'evicted' })).metadata.name).toBe('evicted');
    await valueOf(bench.create(place, order));
    expect(await refusalOf(bench.registry.get({ ...pods(), name: 'evicted' }, {}))).toMatchObject({ code: 404 });
  });
});

describe('an eviction', () => {
  const budgets = () => ({ resource: bench.resource('poddisruptionbudgets', 'policy/v1'), namespace: 'default' });
  const ready = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };

  async function makeReady(name: string, app: string, status: object = ready): Promise<void> {
    const spec = { containers: [{ name: 'c', image: 'i' }] };
    await valueOf(bench.create(pods(), { metadata: { name, labels: { app } }, spec }));
    await valueOf(bench.patch({ ...pods(), name, subresource: 'status' }, 'merge', { status }));
  }

  async function makeBudget(name: string, app: string, status: object): Promise<void> {
    const spec = { minAvailable: 1, selector: { matchLabels: { app } } };
    await valueOf(bench.create(budgets(), { metadata: { name }, spec }));
    const whole = {
      observedGeneration: 1,
      disruptionsAllowed: 0,
      currentHealthy: 1,
      desiredHealthy: 1,
      expectedPods: 1,
    };
    const place = { ...budgets(), name, subresource: 'status' };
    await valueOf(bench.patch(place, 'merge', { status: { ...whole, ...status } }));
  }

  const evict = (name: string, options: object = {}) =>
    bench.create(
      { ...pods(), name, subresource: 'eviction' },
      { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } },
      options,
    );

  const time: unknown = expect.any(String);
  const exists = async (name: string) => (await bench.registry.get({ ...pods(), name }, {})).ok;

  it('spends the budget of its pod, and is refused where nothing is left of it', async () => {
    for (const name of ['spent-a', 'spent-b']) await makeReady(name, 'spent');
    await makeBudget('spent', 'spent', { disruptionsAllowed: 1, currentHealthy: 2 });
    await valueOf(evict('spent-a', { dryRun: ['All'] }));
    await valueOf(evict('spent-a'));
    expect(await exists('spent-a')).toBe(false);
    const budget = await bench.read({ ...budgets(), name: 'spent' });
    expect(budget['status']).toMatchObject({
      disruptionsAllowed: 0,
      disruptedPods: { 'spent-a': time },
      conditions: [{ type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods' }],
    });
    expect(await refusalOf(evict('spent-b'))).toMatchObject({
      code: 429,
      reason: 'TooManyRequests',
      message: "Cannot evict pod as it would violate the pod's disruption budget.",
      details: {
        causes: [
          {
            reason: 'DisruptionBudget',
            message: 'The disruption budget spent needs 1 healthy pods and has 2 currently',
          },
        ],
      },
    });
    expect(await exists('spent-b')).toBe(true);
  });

  it('never takes more than the budget, however many are under way', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `many-${index}`);
    for (const name of names) await makeReady(name, 'many');
    await makeBudget('many', 'many', { disruptionsAllowed: 3, currentHealthy: 8, desiredHealthy: 5 });
    await Promise.all(names.map((name) => evict(name)));
    const left = await Promise.all(names.map(exists));
    expect(left.filter(Boolean)).toHaveLength(5);
  });

  it('waits for a budget whose status is from before its last change', async () => {
    await makeReady('early', 'early');
    await makeBudget('early', 'early', { observedGeneration: 0, disruptionsAllowed: 1 });
    expect(await refusalOf(evict('early'))).toMatchObject({
      code: 429,
      details: {
        retryAfterSeconds: 10,
        causes: [{ message: 'The disruption budget early is still being processed by the server.' }],
      },
    });
  });

  it('needs no budget for a pod that is over, that is pending, or that is not counted', async () => {
    const status = { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1 };
    await makeBudget('over', 'over', status);
    await makeReady('over-failed', 'over', { phase: 'Failed' });
    await makeReady('over-pending', 'over', { phase: 'Pending' });
    await makeReady('over-unready', 'over', { phase: 'Running' });
    for (const name of ['over-failed', 'over-pending', 'over-unready']) {
      await valueOf(evict(name));
      expect(await exists(name)).toBe(false);
    }
  });

  it('is refused with a conflict for a pod of another uid', async () => {
    await makeReady('uid', 'uid', { phase: 'Pending' });
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'uid' } };
    const deleteOptions = { preconditions: { uid: 'another' } };
    const place = { ...pods(), name: 'uid', subresource: 'eviction' };
    expect(await refusalOf(bench.create(place, { ...eviction, deleteOptions }))).toMatchObject({ code: 409 });
    expect(await exists('uid')).toBe(true);
  });

  it('is refused for a pod with several budgets', async () => {
    await makeReady('both', 'both');
    await makeBudget('both-a', 'both', { disruptionsAllowed: 1 });
    await makeBudget('both-b', 'both', { disruptionsAllowed: 1 });
    expect(await refusalOf(evict('both'))).toMatchObject({
      code: 500,
      message: 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    });
  });
});

describe('the conditions of a part that dates them', () => {
  it('get the times that their writer leaves out, and keep that of their last transition', async () => {
    const requests = { resource: bench.resource('certificatesigningrequests', 'certificates.k8s.io/v1') };
    const spec = {
      request: Buffer.from(someRequest).toString('base64'),
      signerName: 'example.com/serving',
      usages: ['server auth'],
    };
    await valueOf(bench.create(requests, { metadata: { name: 'a' }, spec }));
    const write = async (subresource: string, ...conditions: readonly object[]) => {
      const place = { ...requests, name: 'a', subresource };
      const written = await valueOf(bench.patch(place, 'merge', { status: { conditions } }));
      return (objectOf(written)['status'] as { readonly conditions: readonly Record<string, unknown>[] }).conditions;
    };
    const approved = { type: 'Approved', status: 'True', reason: 'R' };
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    const [first] = await write('approval', approved);
    expect(first).toEqual({ ...approved, lastUpdateTime: time, lastTransitionTime: time });
    const past = '2001-01-01T00:00:00Z';
    const other = { type: 'Own', status: 'True', lastUpdateTime: past, lastTransitionTime: past };
    // A decision that is repeated without its times stays as it is.
    expect(await write('status', approved, other)).toEqual([first, other]);
    const again = { type: 'Own', status: 'True', lastUpdateTime: null, lastTransitionTime: null };
    expect(await write('status', approved, again)).toEqual([
      first,
      { type: 'Own', status: 'True', lastUpdateTime: time, lastTransitionTime: past },
    ]);
  });
});

describe('what is declared and not carried out here', () => {
  it('says so', async () => {
    await makePod('plain');
    const log = { ...pods(), name: 'plain', subresource: 'log' };
    expect(await refusalOf(bench.registry.get(log, {}))).toMatchObject({
      code: 405,
      message: 'get is not supported on resources of kind "pods/log"',
    });
    for (const body of [{}, null, [], '']) {
      const exec = { ...pods(), name: 'plain', subresource: 'exec' };
      expect(await refusalOf(bench.create(exec, body))).toMatchObject({
        code: 405,
        message: 'create is not supported on resources of kind "pods/exec"',
      });
    }
    const review = { resource: bench.resource('tokenreviews', 'authentication.k8s.io/v1') };
    expect(await refusalOf(bench.create(review, { spec: { token: 'x' } }))).toMatchObject({ code: 405 });
  });

  it('may be answered by who knows', async () => {
    const knowing = await openBench({
      answerPostedReview: (_place, object) =>
        Promise.resolve({ ok: true, value: { ...object, status: { authenticated: true } } }),
    });
    const review = { resource: knowing.resource('tokenreviews', 'authentication.k8s.io/v1') };
    const made = await valueOf(knowing.create(review, { spec: { token: 'x' } }));
    expect(objectOf(made)).toMatchObject({ spec: { token: 'x' }, status: { authenticated: true } });
    await knowing.close();
  });

  it('is no verb of what has not declared it', async () => {
    const place = { ...pods(), name: 'plain', subresource: 'status' };
    expect(await refusalOf(bench.create(place, {}))).toMatchObject({ code: 405, reason: 'MethodNotAllowed' });
  });
});
