/** Fills a server with what is asked for later. */
import type { Generator } from './generator/start-generator.ts';
import { configMaps, configMapText, labelledConfigMap, namespace, objects } from './scenarios/scenario.ts';
import { ask } from './servers/target.ts';
import type { Target } from './servers/target.ts';

const watchedObjects = 1_000;
const atOnce = 32;

export async function prepare(target: Target, generator: Generator, count = objects): Promise<void> {
  for (const name of [namespace, `${namespace}-watched`]) await makeNamespace(target, name);
  await makeLabelled(target, count);
  await generator.run({
    kind: 'requests',
    server: target.server,
    connections: atOnce,
    count: watchedObjects,
    from: -1,
    mix: [
      {
        method: 'POST',
        path: `/api/v1/namespaces/${namespace}-watched/configmaps`,
        body: configMapText('watched-{n}'),
      },
    ],
  });
}

export async function makeNamespace(target: Target, name: string, labels: object = {}): Promise<void> {
  const { status, body } = await ask(target, 'POST', '/api/v1/namespaces', { metadata: { name, labels } });
  if (status !== 201 && status !== 409) throw new Error(`${target.name}: ${body}`);
}

async function makeLabelled(target: Target, count: number): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const object = labelledConfigMap(next);
      next += 1;
      const { status, body } = await ask(target, 'POST', configMaps, object);
      if (status !== 201 && status !== 409) throw new Error(`${target.name}: ${body}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
