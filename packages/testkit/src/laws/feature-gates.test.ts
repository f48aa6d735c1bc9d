import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from '@jest/globals';
import { gatesOfBehaviour } from '@keelson/api';
import { silentLogger } from '@keelson/telemetry';

import { startKeelson } from '../server/start-keelson.ts';
import type { Keelson } from '../server/start-keelson.ts';

const folder = await mkdtemp(join(tmpdir(), 'keelson-gates-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const path = '/apis/batch/v1/namespaces/default/cronjobs';
const probe = { exec: { command: ['true'] }, terminationGracePeriodSeconds: 5 };
const container = { name: 'c', image: 'i', livenessProbe: probe };
const cronJob = (name: string) => ({
  metadata: { name },
  spec: {
    schedule: '0 * * * *',
    timeZone: 'Etc/UTC',
    jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', containers: [container] } } } },
  },
});

interface CronJob {
  readonly metadata: Record<string, unknown>;
  readonly spec: {
    readonly timeZone?: string;
    readonly jobTemplate: {
      readonly spec: { readonly template: { readonly spec: { readonly containers: [{ livenessProbe: object }] } } };
    };
  };
}

async function write(keelson: Keelson, method: 'POST' | 'PUT', name: string): Promise<CronJob> {
  const { status, body } = await keelson.ask(method === 'PUT' ? `${path}/${name}` : path, {
    method,
    body: { ...cronJob(name), apiVersion: 'batch/v1', kind: 'CronJob' },
  });
  expect([status, body]).toEqual([method === 'PUT' ? 200 : 201, body]);
  return JSON.parse(body) as CronJob;
}

const usesOf = ({ spec }: CronJob) => [
  spec.timeZone !== undefined,
  'terminationGracePeriodSeconds' in spec.jobTemplate.spec.template.spec.containers[0].livenessProbe,
];

describe('fields behind feature gates', () => {
  it('are kept while the gates are on, dropped from new objects while they are off, and kept on old ones', async () => {
    const on = ['--feature-gates=CronJobTimeZone=true,ProbeTerminationGracePeriod=1'];
    const first = await startKeelson({ folder, flags: on });
    expect(usesOf(await write(first, 'POST', 'old'))).toEqual([true, true]);
    await first.stop();
    const second = await startKeelson({ folder });
    expect(usesOf(await write(second, 'POST', 'new'))).toEqual([false, false]);
    expect(usesOf(await write(second, 'PUT', 'old'))).toEqual([true, true]);
    expect(usesOf(await write(second, 'PUT', 'new'))).toEqual([false, false]);
    await second.stop();
  });
});

describe('feature gates of a server', () => {
  it('are shown as metrics, and warned of where they will go or change nothing', async () => {
    const warnings: string[] = [];
    const logger = { ...silentLogger, warn: (message: string) => void warnings.push(message) };
    const keelson = await startKeelson({
      logger,
      flags: ['--feature-gates=AllAlpha=true,DryRun=true,CPUManager=false'],
    });
    const { body } = await keelson.ask('/metrics');
    expect(body).toContain('kubernetes_feature_enabled{name="CronJobTimeZone",stage="ALPHA"} 1');
    expect(body).toContain('kubernetes_feature_enabled{name="CPUManager",stage="BETA"} 0');
    expect(body).toContain('kubernetes_feature_enabled{name="DryRun",stage=""} 1');
    await keelson.stop();
    expect(warnings).toEqual(
      expect.arrayContaining([
        'Setting GA feature gate DryRun=true. It will be removed in a future release.',
        'feature gate CPUManager=false changes nothing here: it is non-operational',
      ]),
    );
  });

  it('turn the admission plugin of pod security off', async () => {
    const keelson = await startKeelson({ flags: ['--feature-gates=PodSecurity=false'] });
    const labels = { 'pod-security.kubernetes.io/enforce': 'baseline' };
    await keelson.ask('/api/v1/namespaces', { method: 'POST', body: { metadata: { name: 'strict', labels } } });
    const spec = { hostNetwork: true, containers: [{ name: 'c', image: 'i' }] };
    const pods = '/api/v1/namespaces/strict/pods';
    await keelson.ask('/api/v1/namespaces/strict/serviceaccounts', {
      method: 'POST',
      body: { metadata: { name: 'default' } },
    });
    const { status } = await keelson.ask(pods, { method: 'POST', body: { metadata: { name: 'p' }, spec } });
    expect(status).toBe(201);
    await keelson.stop();
  });

  it.each([
    ['CronJobTimeZone=maybe', '--feature-gates CronJobTimeZone=maybe: say true or false'],
    ['Nothing=true', '--feature-gates: unrecognized feature gate: Nothing'],
    ['DryRun=false', '--feature-gates: cannot set feature gate DryRun to false, feature is locked to true'],
    ['A=true,A=false', '--feature-gates says A=true and A=false; say one of them'],
  ])('keep a server from starting where they cannot be kept: %s', async (settings, message) => {
    await expect(startKeelson({ flags: [`--feature-gates=${settings}`] })).rejects.toThrow(message);
  });
});

const configMaps = '/api/v1/namespaces/default/configmaps';

async function withConfigMaps(keelson: Keelson, data = {}): Promise<void> {
  for (const name of ['a', 'b', 'c']) {
    await keelson.ask(configMaps, { method: 'POST', body: { metadata: { name }, data } });
  }
}

interface Page {
  readonly metadata: { readonly continue?: string; readonly remainingItemCount?: number };
  readonly items: readonly unknown[];
}

async function firstPage(keelson: Keelson): Promise<Page> {
  await withConfigMaps(keelson);
  return JSON.parse((await keelson.ask(`${configMaps}?limit=1`)).body) as Page;
}

const mebibyte = 1024 * 1024;

/** Of each gate of behaviour: what shows it, while it is on and while it is off. */
const autoscalers = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers';

const behaviour: readonly (readonly [
  gate: string,
  show: (keelson: Keelson) => Promise<unknown>,
  on: unknown,
  off: unknown,
])[] = [
  [
    'APIListChunking',
    async (keelson) => {
      const { metadata, items } = await firstPage(keelson);
      return [metadata.continue !== undefined, items.length > 1];
    },
    [true, false],
    [false, true],
  ],
  [
    'RemainingItemCount',
    async (keelson) => (await firstPage(keelson)).metadata.remainingItemCount !== undefined,
    true,
    false,
  ],
  [
    'APIResponseCompression',
    async (keelson) => {
      await withConfigMaps(keelson, { text: 'x'.repeat(mebibyte / 4) });
      const headers = { 'Accept-Encoding': 'gzip' };
      const answers = [await keelson.ask(configMaps, { headers }), await keelson.ask(`${configMaps}/a`, { headers })];
      return answers.map(({ headers: of }) => of['content-encoding']);
    },
    ['gzip', 'gzip'],
    [undefined, undefined],
  ],
  [
    'ServerSideFieldValidation',
    async (keelson) => {
      const body = { metadata: { name: 'strict' }, unheard: 1 };
      return (await keelson.ask(`${configMaps}?fieldValidation=Strict`, { method: 'POST', body })).status;
    },
    400,
    201,
  ],
  [
    'StorageVersionHash',
    async (keelson) => (await keelson.ask('/apis/apps/v1')).body.includes('"storageVersionHash"'),
    true,
    false,
  ],
  ['OpenAPIV3', async (keelson) => (await keelson.ask('/openapi/v3')).status, 200, 404],
  [
    'OpenAPIEnums',
    async (keelson) => {
      const { body } = await keelson.ask('/openapi/v2');
      const { definitions } = JSON.parse(body) as { definitions: Record<string, { properties: object }> };
      return JSON.stringify(definitions['io.k8s.api.core.v1.ContainerPort']?.properties).includes('"enum"');
    },
    true,
    false,
  ],
  [
    'APIPriorityAndFairness',
    async (keelson) => (await keelson.ask(configMaps)).headers['x-kubernetes-pf-flowschema-uid'] !== undefined,
    true,
    false,
  ],
  [
    'JobTrackingWithFinalizers',
    async (keelson) => {
      const spec = { template: { spec: { restartPolicy: 'Never', containers: [container] } } };
      const body = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'tracked' }, spec };
      const made = await keelson.ask('/apis/batch/v1/namespaces/default/jobs', { method: 'POST', body });
      const { metadata } = JSON.parse(made.body) as { metadata: { annotations?: object } };
      return 'batch.kubernetes.io/job-tracking' in (metadata.annotations ?? {});
    },
    true,
    false,
  ],
  [
    'HPAScaleToZero',
    async (keelson) => {
      const metric = { metric: { name: 'm' }, target: { type: 'Value', value: '1' } };
      const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
      const metrics = [{ type: 'External', external: metric }];
      const spec = { minReplicas: 0, maxReplicas: 2, scaleTargetRef, metrics };
      const body = { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name: 'a' }, spec };
      return (await keelson.ask(autoscalers, { method: 'POST', body })).status;
    },
    201,
    422,
  ],
  [
    'ProcMountType',
    async (keelson) => {
      const securityContext = { procMount: 'Unmasked' };
      const template = { spec: { containers: [{ ...container, securityContext }] } };
      const body = { apiVersion: 'v1', kind: 'PodTemplate', metadata: { name: 'p' }, template };
      const made = await keelson.ask('/api/v1/namespaces/default/podtemplates', { method: 'POST', body });
      return /"procMount":"(\w+)"/.exec(made.body)?.[1];
    },
    'Unmasked',
    'Default',
  ],
  [
    'NetworkPolicyStatus',
    async (keelson) => {
      const policies = '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies';
      const typed = { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'n' } };
      const made = await keelson.ask(policies, { method: 'POST', body: { ...typed, spec: { podSelector: {} } } });
      expect([made.status, made.body]).toEqual([201, made.body]);
      const lastTransitionTime = '2022-05-03T00:00:00Z';
      const conditions = [{ type: 'Accepted', status: 'True', reason: 'R', message: '', lastTransitionTime }];
      const patched = await keelson.ask(`${policies}/n/status`, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/merge-patch+json' },
        body: JSON.stringify({ status: { conditions } }),
      });
      return [patched.status, patched.body.includes('"conditions"')];
    },
    [200, true],
    [200, false],
  ],
  [
    'StatefulSetMinReadySeconds',
    async (keelson) => {
      const labels = { a: 'b' };
      const template = { metadata: { labels }, spec: { containers: [container] } };
      const spec = { serviceName: 's', minReadySeconds: 5, selector: { matchLabels: labels }, template };
      const sets = '/apis/apps/v1/namespaces/default/statefulsets';
      const body = { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 's' }, spec };
      const made = JSON.parse((await keelson.ask(sets, { method: 'POST', body })).body) as { spec: object };
      return 'minReadySeconds' in made.spec;
    },
    true,
    false,
  ],
];

const pods = '/api/v1/namespaces/default/pods';

async function annotate(keelson: Keelson, annotations: object): Promise<unknown> {
  const body = { metadata: { name: 'p', annotations }, spec: { containers: [container] } };
  const made = await keelson.ask(`${pods}?dryRun=All`, { method: 'POST', body });
  const { metadata } = JSON.parse(made.body) as { metadata: { annotations?: object } };
  return made.status === 201 ? Object.keys(metadata.annotations ?? {}) : made.status;
}

const annotationGates: typeof behaviour = [
  [
    'AppArmor',
    async (keelson) =>
      annotate(keelson, { 'container.apparmor.security.beta.kubernetes.io/c': 'unconfined', other: 'x' }),
    ['container.apparmor.security.beta.kubernetes.io/c', 'other'],
    ['other'],
  ],
  [
    'PodDeletionCost',
    async (keelson) => annotate(keelson, { 'controller.kubernetes.io/pod-deletion-cost': 'much' }),
    422,
    ['controller.kubernetes.io/pod-deletion-cost'],
  ],
];

describe('a gate of behaviour that is off', () => {
  it.each([...behaviour, ...annotationGates])('turns its feature off: %s [gates-life]', async (gate, show, on, off) => {
    const [usual, without] = await Promise.all([
      startKeelson({ flags: [`--feature-gates=${gate}=true`] }),
      startKeelson({ flags: [`--feature-gates=${gate}=false`] }),
    ]);
    try {
      expect([await show(usual), await show(without)]).toEqual([on, off]);
    } finally {
      await Promise.all([usual.stop(), without.stop()]);
    }
  });

  it('is one of these, or of pod security', () => {
    const shown = new Set(['PodSecurity', ...behaviour.map(([gate]) => gate)]);
    expect(gatesOfBehaviour.filter((gate) => !shown.has(gate))).toEqual([]);
  });
});
