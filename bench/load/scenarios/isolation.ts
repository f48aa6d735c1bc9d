/** One tenant floods a server; how slow it becomes for another one, who asks for little. */
import { setTimeout as delay } from 'node:timers/promises';

import { median } from '../../measure.ts';
import type { Done, FloodJob, PacedJob } from '../generator/job.ts';
import { quantile } from '../generator/latencies.ts';
import type { Generator } from '../generator/start-generator.ts';
import { ask, type Target } from '../servers/target.ts';
import { base, configMaps, configMapText, namespace } from './scenario.ts';
import type { Figure } from './special.ts';

/** Both may do everything. They are in the same flow schema, at the same priority level: flows are all that parts them. */
const flooder = 'bench-flooder';
const neighbour = 'bench-neighbour';

interface Flood {
  readonly name: string;
  readonly connections: number;
  readonly pipelined: number;
  readonly hasSlowReaders: boolean;
}

const floods: readonly Flood[] = [
  { name: 'lists and watches over 200 connections', connections: 200, pipelined: 1, hasSlowReaders: false },
  { name: 'pipelined over 200 connections', connections: 200, pipelined: 20, hasSlowReaders: false },
  { name: 'with slow readers among 200 connections', connections: 200, pipelined: 1, hasSlowReaders: true },
  { name: 'over 10,000 connections', connections: 10_000, pipelined: 1, hasSlowReaders: false },
];

export interface IsolationSizes {
  readonly objects: number;
  readonly loadedMs: number;
  readonly rounds: number;
  readonly mostConnections: number;
}

export const usualIsolation: IsolationSizes = { objects: 10_000, loadedMs: 30_000, rounds: 3, mostConnections: 10_000 };
export const briefIsolation: IsolationSizes = { objects: 600, loadedMs: 500, rounds: 1, mostConnections: 200 };

export function floodNames(): readonly string[] {
  return floods.map(({ name }) => nameOf(name));
}

function nameOf(flood: string): string {
  return `isolation, ${flood}`;
}

interface Isolated {
  readonly quietMs: number;
  readonly loadedMs: number;
  readonly failed: number;
  readonly answered: number;
}

export interface IsolationOptions {
  readonly isWanted: (name: string) => boolean;
  readonly sizes: IsolationSizes;
  /** Told of each round when it has ended, since all of them take some twenty minutes. */
  readonly tellRound: (text: string) => void;
}

/** Expects what `prepare` makes. The figures of a flood are there when all its rounds have ended. */
export async function* measureIsolation(
  targets: readonly Target[],
  generators: readonly Generator[],
  { isWanted, sizes, tellRound }: IsolationOptions,
): AsyncGenerator<Figure> {
  const [quiet, loud] = generators;
  if (quiet === undefined || loud === undefined) throw new Error('isolation needs two generators');
  for (const target of targets) await grant(target);
  for (const flood of floods.filter(({ name }) => isWanted(nameOf(name)))) {
    const rounds: { target: Target; isolated: Isolated }[] = [];
    for (let round = 1; round <= sizes.rounds; round += 1) {
      for (const target of targets) {
        const isolated = await measureOnce(target, { quiet, loud }, flood, sizes);
        rounds.push({ target, isolated });
        tellRound(`${flood.name}, round ${round}, ${target.name}: ${inWords(isolated)}`);
      }
    }
    for (const target of targets) {
      const of = rounds.filter((each) => each.target === target).map(({ isolated }) => isolated);
      yield* figuresOf(nameOf(flood.name), target.name, of);
    }
  }
}

function inWords({ quietMs, loadedMs, failed, answered }: Isolated): string {
  const [quiet, loaded] = [quietMs.toFixed(1), loadedMs.toFixed(1)];
  return `p99 ${quiet} ms quiet, ${loaded} ms flooded, ${failed} failed, ${answered.toFixed(0)} answers/s to the flood`;
}

function figuresOf(name: string, target: string, rounds: readonly Isolated[]): Figure[] {
  const middle = (pick: (round: Isolated) => number): number => median(rounds.map(pick));
  const failed = rounds.reduce((sum, round) => sum + round.failed, 0);
  return [
    { what: `${name}: p99 of the neighbour, quiet`, target, value: middle(({ quietMs }) => quietMs), unit: 'ms' },
    { what: `${name}: p99 of the neighbour, flooded`, target, value: middle(({ loadedMs }) => loadedMs), unit: 'ms' },
    {
      what: `${name}: flooded to quiet, at most 3`,
      target,
      value: middle(({ quietMs, loadedMs }) => loadedMs / quietMs),
      unit: '×',
    },
    { what: `${name}: failed of the neighbour`, target, value: failed, unit: '' },
    { what: `${name}: answers to the flood`, target, value: middle(({ answered }) => answered), unit: '/s' },
  ];
}

/** Names of objects that the neighbour creates are their own in each round, and in each run against a server that stays. */
let from = Date.now() % 1_000_000_000;

async function measureOnce(
  target: Target,
  { quiet, loud }: { readonly quiet: Generator; readonly loud: Generator },
  { connections, pipelined, hasSlowReaders }: Flood,
  { objects, loadedMs, mostConnections }: IsolationSizes,
): Promise<Isolated> {
  const { server } = target;
  const paced = (durationMs: number): PacedJob => ({
    kind: 'paced',
    server,
    user: neighbour,
    connections: 20,
    durationMs,
    perSecond: 55,
    mix: [
      { path: `${configMaps}/object-{n}`, below: objects, base, weight: 10 },
      {
        method: 'POST',
        path: `/api/v1/namespaces/${namespace}-watched/configmaps`,
        body: configMapText('isolated-{n}'),
      },
    ],
    from: (from += 100_000),
  });
  const flood: FloodJob = {
    kind: 'flood',
    server,
    user: flooder,
    connections: Math.min(connections, mostConnections),
    durationMs: loadedMs * 1.2,
    paths: [configMaps, `${configMaps}?watch=1&resourceVersion=0&timeoutSeconds=1`, configMaps, configMaps],
    pipelined,
    hasSlowReaders,
  };
  await quiet.run(paced(loadedMs / 10));
  const before = await quiet.run(paced(loadedMs / 2));
  let flooding: Promise<Done> | undefined;
  await new Promise<void>((resolve, reject) => {
    flooding = loud.run(flood, resolve);
    flooding.catch(reject);
  });
  await delay(loadedMs / 20);
  const beside = await quiet.run(paced(loadedMs));
  const flooded = await flooding;
  return {
    quietMs: p99(before),
    loadedMs: p99(beside),
    failed: before.failed + beside.failed,
    answered: flooded === undefined ? Number.NaN : (flooded.count * 1_000) / flooded.elapsedMs,
  };
}

function p99({ latencies }: Done): number {
  return quantile(latencies, 0.99) / 1_000;
}

async function grant(target: Target): Promise<void> {
  const binding = {
    metadata: { name: 'bench-tenants' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [flooder, neighbour].map((name) => ({ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name })),
  };
  const path = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings';
  const { status, body } = await ask(target, 'POST', path, binding);
  if (status !== 201 && status !== 409) throw new Error(`${target.name}: ${body}`);
}
