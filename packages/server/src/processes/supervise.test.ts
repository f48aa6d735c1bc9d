import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { afterEach, expect, it } from '@jest/globals';
import { createMetrics, silentLogger } from '@keelson/telemetry';

import { supervise, type SupervisedReplica } from './supervise.ts';

/** A worker that is ready at once, or never, that gives its metrics and that stops when it is told to. */
const program = (isReady: boolean): string => `
  process.on('message', ({ kind }) => kind === 'stop' && process.exit(0));
  process.on('message', ({ kind }) => kind === 'giveMetrics' && process.send({ kind: 'metrics', text: '' }));
  if (${String(isReady)}) process.send({ kind: 'ready', url: 'https://here', kubeconfigPath: 'file' });
`;

let replica: SupervisedReplica | undefined;
afterEach(async () => {
  replica?.kill();
  replica?.stop();
  await replica?.ended;
});

/** Of each start in turn, the index of its worker and its process; `areReady` says which of them become ready. */
function start(workers: number, areReady: readonly boolean[], betweenMetricsMs = 60_000) {
  const started: { readonly index: number; readonly child: ChildProcess }[] = [];
  let tellStart: () => void = () => undefined;
  replica = supervise({
    ...{ workers, logger: silentLogger, metrics: createMetrics({ release: '1.24', logger: silentLogger }) },
    ...{ stopsWithinMs: 10_000, betweenMetricsMs },
    start: ({ index }) => {
      const args = ['-e', program(areReady[started.length] ?? true)];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      started.push({ index, child });
      tellStart();
      return child;
    },
  });
  const untilStarts = async (count: number): Promise<void> => {
    while (started.length < count) await new Promise<void>((resolve) => (tellStart = resolve));
  };
  return { started, untilStarts, replica };
}

it('stops where the first worker ends before it is ready', async () => {
  const { started, replica: standing } = start(2, [false]);
  started[0]?.child.kill('SIGKILL');
  expect(await standing.ended).toBe(1);
  expect(started).toHaveLength(1);
});

it('replaces a worker that ends while it starts beside one that serves', async () => {
  const { started, untilStarts, replica: standing } = start(2, [true, false, true]);
  await untilStarts(2);
  const [first, second] = started;
  second?.child.kill('SIGKILL');
  expect(await standing.ready).toEqual({ url: 'https://here', kubeconfigPath: 'file' });
  expect(started.map(({ index }) => index)).toEqual([0, 1, 1]);
  expect(first?.child.exitCode).toBeNull();
});

it('replaces the first worker that ends while the others start', async () => {
  const { started, untilStarts, replica: standing } = start(2, [true, true, true]);
  await untilStarts(2);
  started[0]?.child.kill('SIGKILL');
  await once(started[0]?.child as ChildProcess, 'close');
  await standing.ready;
  expect(started.map(({ index }) => index)).toEqual([0, 1, 0]);
});

it('kills a worker that hangs, and replaces it', async () => {
  const { started, untilStarts, replica: standing } = start(2, [true, true, true], 600);
  await standing.ready;
  started[0]?.child.kill('SIGSTOP');
  await untilStarts(3);
  expect(started.map(({ index }) => index)).toEqual([0, 1, 0]);
  expect(started[0]?.child.signalCode).toBe('SIGKILL');
  expect(started[1]?.child.exitCode).toBeNull();
});

it('ends in time though a worker hangs', async () => {
  const { started, replica: standing } = start(2, [true, true]);
  await standing.ready;
  started[1]?.child.kill('SIGSTOP');
  standing.stop();
  expect(await standing.ended).toBe(0);
  expect(started.map(({ child }) => child.exitCode ?? child.signalCode)).toEqual([0, 'SIGKILL']);
});
