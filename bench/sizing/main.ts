/** Measures the needs of a replica by objects, watchers and requests, and prints the tables of docs/sizing.md. */
import { setTimeout as delay } from 'node:timers/promises';

import { inFlight } from '../in-flight.ts';
import { makeKeelsonHome, type KeelsonHome } from '../load/servers/keelson.ts';
import { processUse } from '../load/servers/process-use.ts';
import type { Target } from '../load/servers/target.ts';
import { openSizingClient, type SizingClient } from './https-client.ts';

const path = '/api/v1/namespaces/default/configmaps';
/** The watched collection, which is empty before the watchers come. */
const watchedPath = '/api/v1/namespaces/default/secrets';
const data = { text: 'x'.repeat(1_024) };
const objectSteps = [1_000, 10_000, 100_000];
const watcherSteps = [100, 1_000, 10_000];
const mebibyte = 1_048_576;

const print = (cells: readonly (string | number)[]): void => void process.stdout.write(`| ${cells.join(' | ')} |\n`);

async function cpuOf(target: Target, run: () => Promise<unknown>): Promise<number> {
  const before = await processUse(target.pid ?? 0);
  await run();
  return (await processUse(target.pid ?? 0)).cpuMs - before.cpuMs;
}

/** Measured after an idle time, in which the garbage collector runs. */
async function residentMebibytes(target: Target): Promise<number> {
  await delay(5_000);
  return Math.round((await processUse(target.pid ?? 0)).residentBytes / mebibyte);
}

const create = (client: SizingClient, from: number, to: number): Promise<unknown> =>
  inFlight(64, to - from, (at) =>
    client.ask('POST', path, { metadata: { name: `object-${String(from + at)}` }, data }),
  );

async function measureObjects(home: KeelsonHome): Promise<void> {
  print(['objects of 1 KiB', 'memory, running', 'memory, started anew', 'processor for the start']);
  print(['---', '---', '---', '---']);
  let made = 0;
  for (const count of objectSteps) {
    const target = await home.start('--controllers=');
    const client = openSizingClient(target);
    await create(client, made, count);
    made = count;
    const running = await residentMebibytes(target);
    client.close();
    await target.close();
    const again = await home.start('--controllers=');
    const { cpuMs } = await processUse(again.pid ?? 0);
    const anew = await residentMebibytes(again);
    print([
      count.toLocaleString('en'),
      `${String(running)} MiB`,
      `${String(anew)} MiB`,
      `${(cpuMs / 1_000).toFixed(1)} s`,
    ]);
    await again.close();
  }
}

/** Resolves once the count has stayed the same for half a second. */
async function untilQuiet(count: () => number): Promise<void> {
  for (let before = -1; before !== count();) {
    before = count();
    await delay(500);
  }
}

async function measureWatchers(home: KeelsonHome): Promise<void> {
  print(['watchers', 'memory more than without', 'processor for an event to all of them']);
  print(['---', '---', '---']);
  for (const count of watcherSteps) {
    const target = await home.start('--controllers=');
    const client = openSizingClient(target);
    const without = await residentMebibytes(target);
    let events = 0;
    const countEvent = (): void => {
      events += 1;
    };
    const watched = `${watchedPath}?watch=true`;
    await inFlight(64, count, () => client.watch(watched, countEvent));
    const memory = (await residentMebibytes(target)) - without;
    const changes = 20;
    const writer = openSizingClient(target);
    const cpuMs = await cpuOf(target, async () => {
      await writer.ask('POST', watchedPath, { metadata: { name: `watched-${String(count)}` } });
      for (let change = 1; change < changes; change += 1) {
        await writer.ask('PUT', `${watchedPath}/watched-${String(count)}`, {
          metadata: { name: `watched-${String(count)}` },
          stringData: { change: String(change) },
        });
      }
      await untilQuiet(() => events);
      await writer.ask('DELETE', `${watchedPath}/watched-${String(count)}`);
    });
    print([count.toLocaleString('en'), `${String(memory)} MiB`, `${(cpuMs / changes).toFixed(1)} ms`]);
    writer.close();
    client.close();
    await target.close();
  }
}

async function measureRequests(home: KeelsonHome): Promise<void> {
  const target = await home.start('--controllers=');
  const client = openSizingClient(target);
  await create(client, 0, 1_000);
  const kinds: readonly (readonly [name: string, count: number, ask: (at: number) => Promise<void>])[] = [
    ['get of an object of 1 KiB', 20_000, (at) => client.ask('GET', `${path}/object-${String(at % 1_000)}`)],
    ['create of 1 KiB', 5_000, (at) => client.ask('POST', path, { metadata: { name: `more-${String(at)}` }, data })],
    [
      'update of 1 KiB',
      5_000,
      (at) => client.ask('PUT', `${path}/more-${String(at)}`, { metadata: { name: `more-${String(at)}` }, data }),
    ],
    ['list of 500 objects of 1 KiB', 200, () => client.ask('GET', `${path}?limit=500`)],
  ];
  print(['request', 'processor for each', 'of one core, about']);
  print(['---', '---', '---']);
  for (const [name, count, ask] of kinds) {
    await inFlight(32, Math.ceil(count / 10), name.startsWith('create') ? () => client.ask('GET', path) : ask);
    const cpuMs = (await cpuOf(target, () => inFlight(32, count, ask))) / count;
    print([name, `${cpuMs.toFixed(2)} ms`, `${Math.round(1_000 / cpuMs).toLocaleString('en')} a second`]);
  }
  client.close();
  await target.close();
}

for (const measure of [measureObjects, measureWatchers, measureRequests]) {
  const home = await makeKeelsonHome('etcd');
  try {
    await measure(home);
    process.stdout.write('\n');
  } finally {
    await home.remove();
  }
}
