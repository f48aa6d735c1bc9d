/** The events that a watch without a resourceVersion begins with: many in a piece of the stream, each counted. */
import { beforeAll, describe, expect, it } from '@jest/globals';

import { configMaps, counted, make, parse } from './support/callers.ts';
import { useHomes } from './support/homes.ts';
import type { Started } from './support/serve.ts';
import { watchWhole } from './support/watch-whole.ts';

interface ConfigMap {
  readonly metadata: { readonly name: string };
}

const newHome = useHomes();
const count = 400;
/** One is larger than what is copied. */
const sizeOf = (index: number): number => (index === 200 ? 300_000 : (index * 37) % 2_000);

let server: Started;

beforeAll(async () => {
  server = await (await newHome()).start('--controllers=');
  for (let index = 0; index < count; index += 1) {
    const metadata = { name: `map-${String(index).padStart(4, '0')}`, labels: { third: String(index % 3 === 0) } };
    await make(server, configMaps, { metadata, data: { text: 'x'.repeat(sizeOf(index)) } });
  }
});

async function listed(query = ''): Promise<readonly ConfigMap[]> {
  const { items } = parse<{ items: ConfigMap[] }>(await server.ask(`${configMaps}?${query}`));
  // The items of a list do not say what they are.
  return items.map((item) => ({ kind: 'ConfigMap', apiVersion: 'v1', ...item }));
}

/** The objects of the ADDED events. */
async function begun(query = ''): Promise<readonly ConfigMap[]> {
  const expected = (await listed(query)).length;
  return watchWhole(
    async (seconds) => {
      const { body } = await server.ask(`${configMaps}?watch=1&timeoutSeconds=${String(seconds)}&${query}`);
      const events = body.split('\n').filter((line) => line !== '');
      return events.map((line) => {
        const { type, object } = JSON.parse(line) as { type: string; object: ConfigMap };
        expect(type).toBe('ADDED');
        return object;
      });
    },
    ({ length }) => length >= expected,
  );
}

describe('the initial events of a watch', () => {
  it('are the objects of the list, however often they were sent and whatever changed meanwhile', async () => {
    for (let time = 0; time < 3; time += 1) expect(await begun()).toEqual(await listed());
    await server.ask(`${configMaps}/map-0010`, { method: 'DELETE' });
    await make(server, configMaps, { metadata: { name: 'map-0100-and-a-half' } });
    const body = { metadata: { name: 'map-0300' }, data: { text: 'changed' } };
    expect((await server.ask(`${configMaps}/map-0300`, { method: 'PUT', body })).status).toBe(200);
    expect(await begun()).toEqual(await listed());
    expect(await begun('labelSelector=third%3Dtrue')).toEqual(await listed('labelSelector=third%3Dtrue'));
    expect(await begun('resourceVersion=0')).toEqual(await listed());
  });

  it('are counted one by one', async () => {
    const metric = 'apiserver_watch_events_total{group="",kind="ConfigMap",version="v1"}';
    const before = await counted(server, metric);
    const events = (await begun()).length;
    expect(await counted(server, metric)).toBe(before + events);
  });
});
