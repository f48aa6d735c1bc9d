/** Killed under load and started again: what was acknowledged is there, and those who watched miss nothing. */
import { setTimeout } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { eventually } from './support/eventually.ts';
import { freePort, makeHome } from './support/serve.ts';
import type { Home, Started } from './support/serve.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const writers = 8;
const kills = 3;

let home: Home;
beforeEach(async () => {
  home = await makeHome();
});
afterEach(() => home.remove());

interface Stored {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
  readonly data?: Readonly<Record<string, string>>;
}

/** One object that is written again and again; whoever is refused or cut off writes the same once more. */
async function keepWriting(server: () => Started, name: string, isOver: () => boolean): Promise<number> {
  let acknowledged = 0;
  while (!isOver()) {
    const body = { metadata: { name }, data: { count: String(acknowledged + 1) } };
    const isMade = acknowledged > 0;
    const path = isMade ? `${configMaps}/${name}` : configMaps;
    const answer = await server()
      .ask(path, { method: isMade ? 'PUT' : 'POST', body })
      .catch(() => undefined);
    // 409 for what was stored, but acknowledged to nobody.
    if (answer?.status === 200 || answer?.status === 201 || answer?.status === 409) acknowledged += 1;
    else await setTimeout(10);
  }
  return acknowledged;
}

/** Watches on from the last version it saw, as reflectors do, and keeps in `seen` what each object last was. */
async function keepWatching(
  server: () => Started,
  seen: Map<string, number>,
  isOver: () => boolean,
): Promise<{ readonly backwards: number }> {
  let backwards = 0;
  let from = '';
  while (!isOver()) {
    if (from === '') from = await listedAt(server());
    if (from === '') continue;
    const query = `watch=1&timeoutSeconds=1&allowWatchBookmarks=true&resourceVersion=${from}`;
    const answer = await server()
      .ask(`${configMaps}?${query}`, { allowsPartial: true })
      .catch(() => undefined);
    if (answer === undefined) {
      await setTimeout(10);
      continue;
    }
    for (const line of answer.body.split('\n').slice(0, -1)) {
      const { type, object } = JSON.parse(line) as { type: string; object: Stored };
      if (type === 'ERROR') throw new Error(`a watch from ${from} was refused: ${line}`);
      from = object.metadata.resourceVersion;
      const count = Number(object.data?.['count']);
      if (type === 'BOOKMARK' || Number.isNaN(count)) continue;
      if (count < (seen.get(object.metadata.name) ?? 0)) backwards += 1;
      seen.set(object.metadata.name, count);
    }
  }
  return { backwards };
}

/** Empty where the server was killed meanwhile. */
async function listedAt(server: Started): Promise<string> {
  const list = await server.ask(configMaps).catch(() => setTimeout(10, undefined));
  return list === undefined ? '' : (JSON.parse(list.body) as Stored).metadata.resourceVersion;
}

describe('a server that is killed under load', () => {
  it(`has all that it acknowledged, and watchers go on, ${String(kills)} times over`, async () => {
    const port = await freePort();
    const flags = ['--secure-port', String(port)];
    let server = await home.start(...flags);
    let isOver = false;
    const names = Array.from({ length: writers }, (_, index) => `object-${String(index)}`);
    const writing = Promise.all(
      names.map((name) =>
        keepWriting(
          () => server,
          name,
          () => isOver,
        ),
      ),
    );
    let isSeen = false;
    const seen = new Map<string, number>();
    const watching = keepWatching(
      () => server,
      seen,
      () => isSeen,
    );
    for (let kill = 0; kill < kills; kill += 1) {
      await setTimeout(700);
      server.process.kill('SIGKILL');
      await server.ended;
      server = await home.start(...flags);
    }
    await setTimeout(700);
    isOver = true;
    const acknowledged = await writing;
    const { items } = JSON.parse((await server.ask(configMaps)).body) as { items: readonly Stored[] };
    const stored = new Map(items.map(({ metadata, data }) => [metadata.name, Number(data?.['count'])]));
    const countsIn = (counts: ReadonlyMap<string, number>) => names.map((name) => counts.get(name));
    await eventually(() => expect(countsIn(seen)).toEqual(countsIn(stored)));
    isSeen = true;
    const { backwards } = await watching;
    for (const [index, name] of names.entries()) {
      // One more may be stored than was acknowledged: it was cut off between the two.
      expect(stored.get(name)).toBeGreaterThanOrEqual(acknowledged[index] ?? Infinity);
      expect(acknowledged[index]).toBeGreaterThan(kills);
      expect(seen.get(name)).toBe(stored.get(name));
    }
    expect(backwards).toBe(0);
  });
});

describe('the time until a server is ready', () => {
  /** Promised are a second, and two; 0.6 s are measured. Where tests run side by side it may be several times that. */
  const patience = 30;

  async function readyMs(): Promise<number> {
    const began = performance.now();
    const server = await home.start();
    while ((await server.ask('/readyz')).status !== 200) await setTimeout(5);
    const ms = performance.now() - began;
    server.process.kill('SIGTERM');
    await server.ended;
    return ms;
  }

  it('is about a second with an empty store, and not much more with 10,000 objects', async () => {
    expect(await readyMs()).toBeLessThan(1_000 * patience);
    const server = await home.start();
    const body = (name: string) => ({ metadata: { name }, data: { text: 'x'.repeat(1_000) } });
    let made = 0;
    await Promise.all(
      Array.from({ length: 16 }, async (_, worker) => {
        for (let count = 0; count < 625; count += 1) {
          const name = `object-${String(worker)}-${String(count)}`;
          if ((await server.ask(configMaps, { method: 'POST', body: body(name) })).status === 201) made += 1;
        }
      }),
    );
    expect(made).toBe(10_000);
    server.process.kill('SIGTERM');
    await server.ended;
    expect(await readyMs()).toBeLessThan(2_000 * patience);
  });
});
