/** Changes on their way to those who watch. */
import type { FanOutJob } from '../generator/job.ts';
import { configMaps, configMapText, namespace } from './scenario.ts';
import type { Scenario } from './scenario.ts';

const watchedObjects = 100;
const named = 1_000;
const watched = `/api/v1/namespaces/${namespace}-watched/configmaps`;
const body = configMapText('watched-{n}', '"sent":"{sent}",');

/** Each watcher sees each update. */
export function watchAll(watchers: number, updates: number): Scenario['job'] {
  return (server): FanOutJob => ({
    kind: 'fanOut',
    server,
    listPath: watched,
    watchPaths: Array.from({ length: watchers }, () => `${watched}?watch=1&resourceVersion={version}`),
    writers: 8,
    updates,
    path: `${watched}/watched-{n}`,
    body,
    objects: watchedObjects,
    seenBy: watchers,
  });
}

export const watches: readonly Scenario[] = [
  {
    name: '200 watchers, 500 updates',
    unit: 'events',
    job: watchAll(200, 500),
    rounds: 7,
    // Once takes a third of a second, in which the collector of either server has its turn or has not.
    repeats: 4,
    goal: { rate: 2, p99: 1 / 4 },
  },
  { name: '2,000 watchers, 100 updates', unit: 'events', job: watchAll(2_000, 100), rounds: 2 },
  {
    name: '1,000 watchers of one name each',
    unit: 'events',
    rounds: 2,
    job: (server): FanOutJob => ({
      kind: 'fanOut',
      server,
      listPath: watched,
      watchPaths: Array.from(
        { length: named },
        (_, index) => `${watched}?watch=1&resourceVersion={version}&fieldSelector=metadata.name%3Dwatched-${index}`,
      ),
      writers: 8,
      updates: 2_000,
      path: `${watched}/watched-{n}`,
      body,
      objects: named,
      seenBy: 1,
    }),
  },
  {
    name: 'mixed: 80 % get, 10 % page, 10 % update, 100 watchers',
    unit: 'requests',
    job: (server, round) => ({
      kind: 'requests',
      server,
      connections: 16,
      durationMs: 2_000,
      besides: { watchers: 100, listPath: configMaps },
      from: round,
      mix: [
        { weight: 8, path: `${configMaps}/object-{n}`, below: 10_000, base: 1_000_000 },
        { path: `${configMaps}?limit=500` },
        {
          method: 'PUT',
          path: `${configMaps}/object-{n}`,
          body: configMapText('object-{n}', '"round":"{change}",'),
          below: 10_000,
          base: 1_000_000,
        },
      ],
    }),
  },
];
