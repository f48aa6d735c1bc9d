/** The steps of a restore in docs/disaster-recovery.md fit what the chart makes. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from '@jest/globals';
import { parse, stringify } from 'yaml';

import { objectsOf, renderChart } from './render-chart.mjs';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/disaster-recovery.md'), 'utf8');
const section = /^### With the chart$([^]*?)^### /m.exec(page)?.[1] ?? '';

interface Made {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>>;
}

const objects = async (): Promise<readonly Made[]> => {
  const release = { name: 'keelson', namespace: 'keelson', values: {} };
  const made = objectsOf(await renderChart(join(root, 'helm/keelson'), release));
  return made.map(({ object }) => object as unknown as Made);
};

it('the objects that the steps name are there', async () => {
  const all = (await objects()).map(({ kind, metadata }) => `${kind.toLowerCase()}/${metadata.name}`);
  const named = [...section.matchAll(/\b(deployment|statefulset|cronjob)[ /]([a-z-]+)/g)].map(
    ([, kind, name]) => `${kind}/${name}`,
  );
  expect(new Set(named)).toEqual(new Set(['cronjob/keelson-backup', 'deployment/keelson', 'statefulset/keelson-etcd']));
  expect(all).toEqual(expect.arrayContaining(named));
  expect(section).toContain('"claimName":"keelson-backup"');
  expect(all).toContain('persistentvolumeclaim/keelson-backup');
});

it('the labels that the steps select by are those of the pods', async () => {
  const all = await objects();
  const parts = [
    ...section.matchAll(/-l app\.kubernetes\.io\/instance=([a-z-]+),app\.kubernetes\.io\/component=([a-z]+)/g),
  ];
  expect(parts.map(([, , component]) => component)).toEqual(['server', 'etcd', 'etcd']);
  for (const [, instance, component] of parts) {
    const labels = { 'app.kubernetes.io/instance': instance, 'app.kubernetes.io/component': component };
    const pods = all.filter(({ kind, spec }) => ['Deployment', 'StatefulSet'].includes(kind) && 'template' in spec);
    expect(pods.map(({ spec }) => spec['template'])).toContainEqual(
      expect.objectContaining({ metadata: { labels: expect.objectContaining(labels) } }),
    );
  }
});

it('the job that is made of the one for backups restores', async () => {
  const backup = (await objects()).find(({ kind }) => kind === 'CronJob');
  const { spec } = backup?.spec['jobTemplate'] as { spec: unknown };
  const job = stringify({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'keelson-restore' }, spec });
  const script = /^ +(sed [^|]*(?:\|[^|\n]*)*) \|$/m.exec(section)?.[1] ?? '';
  const text = execFileSync('sh', ['-c', `FILE=a.keelson; ${script}`], { input: job, encoding: 'utf8' });
  const restored = parse(text) as { spec: { template: { spec: { containers: { args: string[] }[] } } } };
  expect(restored.spec.template.spec.containers[0]?.args).toEqual([
    'restore',
    '/backups/a.keelson',
    '--replace',
    '--etcd-servers=' +
      [0, 1, 2].map((index) => `https://keelson-etcd-${index}.keelson-etcd.keelson.svc:2379`).join(','),
    '--etcd-cafile=/etc/keelson/etcd/ca.crt',
    '--etcd-certfile=/etc/keelson/etcd/tls.crt',
    '--etcd-keyfile=/etc/keelson/etcd/tls.key',
  ]);
});
