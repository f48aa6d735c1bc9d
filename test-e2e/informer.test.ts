/** The informers of the JavaScript client, whose watches end every second, while objects come and go. */
import { setTimeout } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CoreV1Api, KubeConfig, makeInformer, Watch } from '@kubernetes/client-node';
import type { V1ConfigMap } from '@kubernetes/client-node';

import { makeHome } from './support/serve.ts';
import type { Home } from './support/serve.ts';

const namespace = 'default';
const path = `/api/v1/namespaces/${namespace}/configmaps`;
const names = 40;
const changes = 600;
const reconnects = 10;

let home: Home;
let config: KubeConfig;
beforeAll(async () => {
  home = await makeHome();
  await home.start();
  config = new KubeConfig();
  config.loadFromFile(home.kubeconfig);
});
afterAll(() => home.remove());

async function until(isSo: () => boolean): Promise<void> {
  const endMs = Date.now() + 90_000;
  while (!isSo() && Date.now() < endMs) await setTimeout(20);
}

/** Creates, changes and deletes, until both the changes and the reconnects of whoever watches are enough. */
async function writeMeanwhile(api: CoreV1Api, goesOn: () => boolean): Promise<Map<string, string>> {
  const state = new Map<string, string>();
  for (let round = 0; round < changes || goesOn(); round += 1) {
    const name = `object-${String((round * 7) % names)}`;
    const body = { metadata: { name }, data: { round: String(round) } };
    if (!state.has(name)) await api.createNamespacedConfigMap({ namespace, body });
    else if (round % 5 === 0) await api.deleteNamespacedConfigMap({ namespace, name });
    else await api.replaceNamespacedConfigMap({ namespace, name, body });
    if (state.has(name) && round % 5 === 0) state.delete(name);
    else state.set(name, String(round));
    // The changes have to last over the reconnects.
    if (round > changes) await setTimeout(10);
  }
  return state;
}

describe('informers of the JavaScript client', () => {
  it(`miss nothing over ${String(reconnects)} reconnects`, async () => {
    const api = config.makeApiClient(CoreV1Api);
    let connects = 0;
    let isOver = false;
    const seen = new Map<string, string>();
    const informer = makeInformer<V1ConfigMap>(config, `${path}?timeoutSeconds=1`, () =>
      api.listNamespacedConfigMap({ namespace }),
    );
    const note = (object: V1ConfigMap): void =>
      void seen.set(object.metadata?.name ?? '', object.data?.['round'] ?? '');
    informer.on('add', note);
    informer.on('update', note);
    informer.on('delete', (object: V1ConfigMap) => void seen.delete(object.metadata?.name ?? ''));
    informer.on('connect', () => (connects += 1));
    informer.on('error', () => {
      if (!isOver) void informer.start();
    });
    await informer.start();
    const state = await writeMeanwhile(api, () => connects < reconnects);
    const expected = [...state].sort();
    await until(
      () =>
        JSON.stringify([...seen].filter(([name]) => name.startsWith('object-')).sort()) === JSON.stringify(expected),
    );
    isOver = true;
    await informer.stop();
    expect([...seen].filter(([name]) => name.startsWith('object-')).sort()).toEqual(expected);
    expect(connects).toBeGreaterThanOrEqual(reconnects);
  });

  it('that resume their watch by hand get each change once, in order', async () => {
    const api = config.makeApiClient(CoreV1Api);
    const { metadata } = await api.listNamespacedConfigMap({ namespace });
    let from = metadata?.resourceVersion ?? '';
    const seen: string[] = [];
    const stopping = new AbortController();
    const following = (async () => {
      while (!stopping.signal.aborted) {
        await new Promise<void>((resolve, reject) => {
          const query = { resourceVersion: from, timeoutSeconds: 1 };
          const each = (type: string, object: V1ConfigMap): void => {
            from = object.metadata?.resourceVersion ?? from;
            seen.push(`${type} ${object.data?.['count'] ?? ''}`);
          };
          new Watch(config).watch(path, query, each, () => resolve()).catch(reject);
        });
      }
    })();
    const expected: string[] = [];
    const name = 'counted';
    await api.createNamespacedConfigMap({ namespace, body: { metadata: { name }, data: { count: '0' } } });
    expected.push('ADDED 0');
    for (let count = 1; count <= 300; count += 1) {
      await api.replaceNamespacedConfigMap({
        namespace,
        name,
        body: { metadata: { name }, data: { count: String(count) } },
      });
      expected.push(`MODIFIED ${String(count)}`);
      await setTimeout(10);
    }
    await until(() => seen.length >= expected.length);
    stopping.abort();
    await following;
    expect(seen).toEqual(expected);
  });
});
