import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from '@jest/globals';
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
        'feature gate CPUManager=false changes nothing: this server does none of what it is about',
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
