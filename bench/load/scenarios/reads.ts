/** Gets and lists of 10,000 ConfigMaps of 1 KB. */
import type { RequestsJob, Work } from '../generator/job.ts';
import { base, configMaps, objects } from './scenario.ts';
import type { Goal, Scenario } from './scenario.ts';

const table = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
const protobuf = 'application/vnd.kubernetes.protobuf';

interface Reading {
  readonly name: string;
  readonly work: Work;
  readonly connections: number;
  readonly durationMs: number;
  readonly rounds?: number;
  readonly goal?: Goal;
}

const one = `${configMaps}/object-{n}`;
const spread = { below: objects, base };

const readings: readonly Reading[] = [
  {
    name: 'get, most recent',
    work: { path: one, ...spread },
    connections: 32,
    durationMs: 1_500,
    // The first of all: in two or three of them, code is still being compiled.
    rounds: 7,
    goal: { rate: 5, p99: 1 / 3 },
  },
  {
    name: 'get, resourceVersion=0',
    work: { path: `${one}?resourceVersion=0`, ...spread },
    connections: 32,
    durationMs: 1_500,
    goal: { rate: 2.5 },
  },
  {
    name: 'list of 10,000, most recent',
    work: { path: configMaps },
    connections: 4,
    durationMs: 2_500,
    goal: { rate: 8, cpu: 1 / 8 },
  },
  {
    name: 'list of 10,000, resourceVersion=0',
    work: { path: `${configMaps}?resourceVersion=0` },
    connections: 4,
    durationMs: 2_500,
    goal: { rate: 4, cpu: 1 / 8 },
  },
  {
    name: 'list of 10,000, protobuf',
    work: { path: `${configMaps}?resourceVersion=0`, accept: protobuf },
    connections: 4,
    durationMs: 2_500,
  },
  {
    name: 'list of 10,000, Table',
    work: { path: `${configMaps}?resourceVersion=0`, accept: table },
    connections: 4,
    durationMs: 2_500,
  },
  {
    name: 'page of 500',
    work: { path: `${configMaps}?limit=500` },
    connections: 4,
    durationMs: 1_500,
    goal: { rate: 6 },
  },
  {
    name: 'label selector, 1,000 of 10,000',
    work: { path: `${configMaps}?labelSelector=tenth%3D3` },
    connections: 4,
    durationMs: 2_000,
    goal: { rate: 8 },
  },
];

export const reads: readonly Scenario[] = readings.map(({ name, work, rounds, goal, ...how }) => ({
  name,
  unit: 'requests',
  job: (server): RequestsJob => ({ kind: 'requests', server, mix: [work], ...how }),
  ...(rounds !== undefined && { rounds }),
  ...(goal !== undefined && { goal }),
}));
