/** The same work on any kind. */
import type { FanOutJob, RequestsJob, Work } from '../generator/job.ts';
import type { MeasuredKind } from './measured-kind.ts';
import { base, objects } from './scenario.ts';
import type { Scenario } from './scenario.ts';

const spread = { below: objects, base };
const merge = { method: 'PATCH', contentType: 'application/merge-patch+json' };
const apply = { method: 'PATCH', contentType: 'application/apply-patch+yaml' };
const appliedObjects = 200;
const watchers = 200;
const watchedObjects = 100;

interface Measured {
  readonly name: string;
  readonly work: Work;
  readonly connections: number;
  readonly durationMs?: number;
  readonly count?: number;
}

export function scenariosOf(kind: MeasuredKind): readonly Scenario[] {
  const { collection } = kind;
  const one = `${collection}/object-{n}`;
  const applied = `${collection}/applied-{n}?fieldManager=bench&force=true`;
  const measured: readonly Measured[] = [
    { name: 'get, most recent', work: { path: one, ...spread }, connections: 32, durationMs: 1_500 },
    {
      name: 'get, resourceVersion=0',
      work: { path: `${one}?resourceVersion=0`, ...spread },
      connections: 32,
      durationMs: 1_500,
    },
    { name: 'list of 10,000, most recent', work: { path: collection }, connections: 4, durationMs: 2_000 },
    { name: 'page of 500', work: { path: `${collection}?limit=500` }, connections: 4, durationMs: 1_500 },
    {
      name: 'create',
      work: { method: 'POST', path: collection, body: kind.text('made-{n}') },
      connections: 32,
      count: 2_000,
    },
    { name: 'delete', work: { method: 'DELETE', path: `${collection}/made-{n}` }, connections: 32, count: 2_000 },
    {
      name: 'update, merge patch',
      work: { ...merge, path: one, body: kind.patch('round', '{change}'), ...spread },
      connections: 16,
      durationMs: 1_500,
    },
    {
      name: 'apply, changing',
      work: {
        ...apply,
        path: applied,
        body: kind.changedText('applied-{n}', 'round', '{change}'),
        below: appliedObjects,
      },
      connections: 16,
      durationMs: 1_500,
    },
    {
      name: 'apply, changing nothing',
      work: { ...apply, path: applied, body: kind.text('applied-{n}'), below: appliedObjects },
      connections: 16,
      durationMs: 1_500,
    },
  ];
  return [...measured.map(requestsOf), fanOutOf(kind)];
}

function requestsOf({ name, work, ...how }: Measured): Scenario {
  return {
    name,
    unit: 'requests',
    job: (server, round): RequestsJob => ({ kind: 'requests', server, mix: [work], from: round * base, ...how }),
  };
}

function fanOutOf({ collection, patch }: MeasuredKind): Scenario {
  return {
    name: `${String(watchers)} watchers, 500 updates`,
    unit: 'events',
    repeats: 4,
    job: (server): FanOutJob => ({
      kind: 'fanOut',
      server,
      listPath: collection,
      watchPaths: Array.from({ length: watchers }, () => `${collection}?watch=1&resourceVersion={version}`),
      writers: 8,
      updates: 500,
      ...merge,
      path: `${collection}/watched-{n}`,
      body: patch('sent', '{sent}'),
      objects: watchedObjects,
      seenBy: watchers,
    }),
  };
}
