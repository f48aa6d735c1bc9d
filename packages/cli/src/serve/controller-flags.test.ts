import { expect, test } from '@jest/globals';

import { controllersOf } from './controller-flags.ts';
import { serveFlags } from './flags.ts';
import { parseFlags } from './parse-flags.ts';
import { readServeFlags } from './read-serve-flags.ts';

const read = (...args: string[]) => controllersOf(parseFlags(serveFlags, args));

test('all controllers run by default', () => {
  expect(read().names).toEqual(read('--controllers=*').names);
  const { names, workers } = read();
  expect(names).toEqual(expect.arrayContaining(['serviceaccount', 'clusterrole-aggregation', 'job']));
  expect(workers.get('job')).toBe(5);
});

test('flags choose controllers and their workers', () => {
  const { names, workers } = read('--controllers=*,-job', '--concurrent-job-syncs=2');
  expect(names).not.toContain('job');
  expect(workers.get('job')).toBe(2);
  for (const none of ['--controllers=', '--controllers=-*']) expect(read(none).names).toEqual([]);
});

test('controllers of workloads have the workers of their flags', () => {
  const args = ['deployment', 'replicaset', 'rc', 'statefulset'].map(
    (name, index) => `--concurrent-${name}-syncs=${index + 7}`,
  );
  const { workers } = read(...args);
  const names = ['deployment', 'replicaset', 'replicationcontroller', 'statefulset'];
  expect(names.map((name) => workers.get(name))).toEqual([7, 8, 9, 10]);
});

test('an unknown controller is refused, with the names that there are', () => {
  expect(() => read('--controllers=jobs')).toThrow('--controllers "jobs" is none; there are serviceaccount');
});

test('a controller that is missing here may be left out, and not be asked for', () => {
  expect(read('--controllers=*,-nodelifecycle,-ttl').names).toEqual(read().names);
  expect(() => read('--controllers=*,nodelifecycle')).toThrow('kube-controller-manager has it, this server has not');
});

test('namespaces and what each of them has are controllers as others', () => {
  expect(read().names).toEqual(expect.arrayContaining(['namespace', 'serviceaccount', 'root-ca-cert-publisher']));
  expect(read('--controllers=*,-namespace').names).not.toContain('namespace');
  const { workers } = read('--concurrent-namespace-syncs=3', '--concurrent-serviceaccount-token-syncs=4');
  expect([workers.get('namespace'), workers.get('serviceaccount-token')]).toEqual([3, 4]);
});

test('the garbage collector runs with the workers of its flag', () => {
  expect(read('--controllers=garbagecollector').names).toEqual(['garbagecollector']);
  expect(read('--concurrent-gc-syncs=7').workers.get('garbagecollector')).toBe(7);
});

test('the garbage collector is turned off by either of its flags', () => {
  expect(read('--controllers=*', '--enable-garbage-collector=false').names).not.toContain('garbagecollector');
  expect(read('--controllers=*,-garbagecollector').names).not.toContain('garbagecollector');
});

test('quotas are counted by so many workers, and anew after so long', () => {
  const { workers, settings } = read('--concurrent-resource-quota-syncs=9', '--resource-quota-sync-period=90s');
  expect(workers.get('resourcequota')).toBe(9);
  expect(settings?.get('resource-quota-sync-period')).toBe(90_000);
});

test('endpoints of Services are kept by so many workers, in slices of so many', () => {
  const args = [
    '--concurrent-endpoint-syncs=3',
    '--concurrent-service-endpoint-syncs=4',
    '--max-endpoints-per-slice=9',
  ];
  const periods = ['--endpoint-updates-batch-period=1s', '--endpointslice-updates-batch-period=500ms'];
  const { workers, settings } = read(...args, ...periods);
  expect([workers.get('endpoint'), workers.get('endpointslice')]).toEqual([3, 4]);
  expect(settings?.get('max-endpoints-per-slice')).toBe(9);
  expect(settings?.get('endpoint-updates-batch-period')).toBe(1_000);
  expect(settings?.get('endpointslice-updates-batch-period')).toBe(500);
});

test('Endpoints are mirrored by so many workers, so many of a subset', () => {
  const { workers, settings } = read(
    '--mirroring-concurrent-service-endpoint-syncs=2',
    '--mirroring-max-endpoints-per-subset=7',
    '--mirroring-endpointslice-updates-batch-period=1s',
  );
  expect(workers.get('endpointslicemirroring')).toBe(2);
  expect(settings?.get('mirroring-max-endpoints-per-subset')).toBe(7);
  expect(settings?.get('mirroring-endpointslice-updates-batch-period')).toBe(1_000);
});

test('controllers that are off by default run where they are named', () => {
  expect(read().names).toEqual(expect.not.arrayContaining(['bootstrapsigner', 'tokencleaner']));
  expect(read('--controllers=*,tokencleaner').names).toContain('tokencleaner');
});

test('flags say how many pods that have ended are kept, and how long a signed certificate lives', () => {
  expect(read().settings?.get('terminated-pod-gc-threshold')).toBe(12_500);
  expect(read('--terminated-pod-gc-threshold=0').settings?.get('terminated-pod-gc-threshold')).toBe(0);
  expect(read('--cluster-signing-duration=1h').signing).toEqual({ maxSeconds: 3_600 });
});

test('a gate whose default follows a controller is on where that one runs, unless it is set', async () => {
  const tracks = async (...args: string[]): Promise<readonly [boolean, boolean | undefined]> => {
    const { gatesOff, features } = await readServeFlags(args);
    const name = 'JobTrackingWithFinalizers';
    return [!gatesOff.has(name), features.find((feature) => feature.name === name)?.isSetOn];
  };
  expect(await tracks()).toEqual([true, true]);
  for (const none of ['--controllers=', '--controllers=*,-job']) expect(await tracks(none)).toEqual([false, false]);
  const set = '--feature-gates=JobTrackingWithFinalizers';
  expect(await tracks('--controllers=', `${set}=true`)).toEqual([true, true]);
  expect(await tracks(`${set}=false`)).toEqual([false, false]);
});
