/** Creates, updates, applies and deletes of ConfigMaps of 1 KB, and creates of Services. */
import type { RequestsJob, Work } from '../generator/job.ts';
import { base, configMaps, configMapText, namespace, objects } from './scenario.ts';
import type { Goal, Scenario } from './scenario.ts';

const one = `${configMaps}/object-{n}`;
const applied = `${configMaps}/applied-{n}?fieldManager=bench&force=true`;
const apply = { method: 'PATCH', contentType: 'application/apply-patch+yaml' };
/** Objects that are applied again and again. */
const appliedObjects = 200;
const made = 3_000;

interface Writing {
  readonly name: string;
  readonly work: Work;
  readonly connections: number;
  /** By time, or by number where each object can be had once. */
  readonly durationMs?: number;
  readonly count?: number;
  readonly goal?: Goal;
}

const writings: readonly Writing[] = [
  {
    name: 'create',
    work: { method: 'POST', path: configMaps, body: configMapText('made-{n}') },
    connections: 32,
    count: made,
    goal: { rate: 1.3 },
  },
  { name: 'delete', work: { method: 'DELETE', path: `${configMaps}/made-{n}` }, connections: 32, count: made },
  {
    name: 'update',
    work: {
      method: 'PUT',
      path: one,
      body: configMapText('object-{n}', '"round":"{change}",'),
      below: objects,
      base,
    },
    connections: 16,
    durationMs: 1_500,
    goal: { rate: 1.3 },
  },
  {
    name: 'apply, changing',
    work: { ...apply, path: applied, body: configMapText('applied-{n}', '"round":"{change}",'), below: appliedObjects },
    connections: 16,
    durationMs: 1_500,
    goal: { rate: 1.3 },
  },
  {
    name: 'apply, changing nothing',
    work: { ...apply, path: applied, body: configMapText('applied-{n}'), below: appliedObjects },
    connections: 16,
    durationMs: 1_500,
  },
];

const services = `/api/v1/namespaces/${namespace}/services`;
const serviceSpec = '{"selector":{"app":"bench"},"ports":[{"port":80}]}';
/** The default range of servers, 10.0.0.0/24, has 254 addresses. */
const servicesAtOnce = 200;

function serviceJob(method: string, path: string, body?: string): Scenario['job'] {
  return (server, round): RequestsJob => ({
    kind: 'requests',
    server,
    mix: [{ method, path, ...(body !== undefined && { body }) }],
    from: round * base,
    connections: 32,
    count: servicesAtOnce,
  });
}

/** Each Service is allocated an address of the range. */
const serviceCreates: Scenario = {
  name: 'create of a Service',
  unit: 'requests',
  job: serviceJob('POST', services, `{"metadata":{"name":"made-{n}"},"spec":${serviceSpec}}`),
  undo: serviceJob('DELETE', `${services}/made-{n}`),
  repeats: 10,
  goal: { rate: 2 },
};

const configMapWrites: readonly Scenario[] = writings.map(({ name, work, goal, ...how }) => ({
  name,
  unit: 'requests',
  job: (server, round): RequestsJob => ({
    kind: 'requests',
    server,
    mix: [work],
    // Each round has numbers of its own; creates and deletes of one round have the same.
    from: round * base,
    ...how,
  }),
  ...(goal !== undefined && { goal }),
}));

export const writes: readonly Scenario[] = [...configMapWrites, serviceCreates];
