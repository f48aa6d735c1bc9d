/** Thousands of informers: all at once after a restart, and idle. */
import { quantile } from '../generator/latencies.ts';
import type { Generator } from '../generator/start-generator.ts';
import { makeNamespace } from '../prepare.ts';
import type { KeelsonHome } from '../servers/keelson.ts';
import { processUse, resetPeak } from '../servers/process-use.ts';
import { ask, type Target } from '../servers/target.ts';
import { configMapText } from './scenario.ts';
import type { Figure } from './special.ts';

export const informersName = 'informers';

export interface InformerSizes {
  readonly objects: number;
  readonly informers: number;
  readonly watchers: number;
}

export const usualInformers: InformerSizes = { objects: 1_000, informers: 5_000, watchers: 10_000 };
export const briefInformers: InformerSizes = { objects: 50, informers: 100, watchers: 100 };

const namespace = 'bench-informers';
const configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
async function allow(target: Target): Promise<void> {
  const apiGroup = 'rbac.authorization.k8s.io';
  const binding = {
    metadata: { name: 'bench-informers' },
    roleRef: { apiGroup, kind: 'ClusterRole', name: 'view' },
    subjects: [{ apiGroup, kind: 'Group', name: 'system:authenticated' }],
  };
  const { status, body } = await ask(target, 'POST', `/apis/${apiGroup}/v1/clusterrolebindings`, binding);
  if (status !== 201 && status !== 409) throw new Error(`${target.name}: ${body}`);
}

interface Connected {
  readonly what: string;
  /** Fewer than servers of this API allow by default. */
  readonly streams?: number;
}

const connections: readonly Connected[] = [{ what: 'a connection each' }, { what: '50 to a connection', streams: 50 }];
const writesAtOnce = 16;
/** Neither is exempt from flow control, and each is a flow of its own. */
const users = 100;

export async function measureInformers(
  home: KeelsonHome,
  generator: Generator,
  sizes: InformerSizes,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const filled = await home.start();
  await fill(filled, generator, sizes.objects);
  await filled.close();
  for (const measure of [measureReturn, measureIdle]) {
    for (const connected of connections) {
      // Each after a restart: the cache is empty, and everybody comes back at once.
      const target = await home.start();
      figures.push(...(await measure(target, generator, connected, sizes)));
      await target.close();
    }
  }
  return figures;
}

async function fill(target: Target, generator: Generator, objects: number): Promise<void> {
  await makeNamespace(target, namespace);
  await allow(target);
  const body = configMapText('informed-{n}');
  const done = await generator.run({
    kind: 'requests',
    server: target.server,
    connections: writesAtOnce,
    count: objects,
    from: -1,
    mix: [{ method: 'POST', path: configMaps, body }],
  });
  if (done.failed > 0) throw new Error(`${done.failed} objects were not created: ${done.failure ?? ''}`);
}

async function measureReturn(
  target: Target,
  generator: Generator,
  { what, ...shared }: Connected,
  { informers, objects }: InformerSizes,
): Promise<Figure[]> {
  const { server, pid } = target;
  if (pid !== undefined) await resetPeak(pid);
  const before = pid === undefined ? undefined : await processUse(pid);
  const done = await generator.run({ kind: 'informers', server, informers, users, listPath: configMaps, ...shared });
  const after = pid === undefined ? undefined : await processUse(pid);
  const title = `${informersName}, ${informers} of ${objects} objects after a restart, ${what}`;
  const figure = (name: string, value: number, unit: string): Figure => ({
    what: `${title}: ${name}`,
    target: target.name,
    value,
    unit,
  });
  return [
    figure('all watch after', done.elapsedMs / 1_000, 's'),
    figure('half of them after', quantile(done.latencies, 0.5) / 1e6, 's'),
    figure('told to come again', done.refused ?? 0, ''),
    figure(`failed${done.failure === undefined ? '' : ` (${done.failure})`}`, done.failed, ''),
    figure('peak memory', (after?.peakBytes ?? Number.NaN) / 1e6, 'MB'),
    figure('CPU', ((after?.cpuMs ?? Number.NaN) - (before?.cpuMs ?? 0)) / 1_000, 's'),
    figure('CPU of the load', done.cpuMs / 1_000, 's'),
  ];
}

async function measureIdle(
  target: Target,
  generator: Generator,
  { what, ...shared }: Connected,
  { watchers }: InformerSizes,
): Promise<Figure[]> {
  const { server, pid } = target;
  const residentBytes = async (): Promise<number> =>
    pid === undefined ? Number.NaN : (await processUse(pid)).residentBytes;
  const before = await residentBytes();
  let open: Promise<number> = Promise.resolve(Number.NaN);
  const done = await generator.run(
    {
      kind: 'fanOut',
      server,
      listPath: configMaps,
      watchPaths: Array.from({ length: watchers }, () => `${configMaps}?watch=1&resourceVersion={version}`),
      writers: 1,
      updates: 1,
      path: `${configMaps}/informed-{n}`,
      body: configMapText('informed-{n}', '"sent":"{sent}",'),
      objects: 1,
      seenBy: watchers,
      ...shared,
    },
    () => {
      open = residentBytes();
    },
  );
  const perWatcher = ((await open) - before) / watchers / 1_000;
  const title = `${informersName}, ${watchers} idle watchers, ${what}`;
  return [
    { what: `${title}: memory of one`, target: target.name, value: perWatcher, unit: 'KB' },
    { what: `${title}: an event reaches all`, target: target.name, value: quantile(done.latencies, 1), unit: 'µs' },
    { what: `${title}: failed`, target: target.name, value: done.failed, unit: '' },
  ];
}
