/** Laws of flow control as a whole: of seats, whatever becomes of requests and of the configuration, and of memory. */
import { Session, type HeapProfiler } from 'node:inspector/promises';

import { describe, expect, it } from '@jest/globals';
import type { Metrics } from '@keelson/telemetry';

import type { QueueSet } from './queues/queue-set.ts';
import { level, openFlowControl, schemaFor } from './testing/open-flow-control.ts';
import { requestFor } from './testing/request-for.ts';
import type { Ticket } from './ticket.ts';

/** A small generator, so that each run is the same (Park and Miller). */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 0x7fff_ffff;
    return state % below;
  };
}

const queuing = { queues: 8, handSize: 3, queueLengthLimit: 4 };
const schemas = ['a', 'b', 'c'].map((name) => schemaFor(name, name, { flowsBy: 'ByUser', users: [`of-${name}`] }));
const levels = [level('a', 10, queuing), level('b', 3, queuing), level('c', 1)];
/** A level vanishes, a level comes back, shares change, queues become refusals. */
const configurations = [
  levels,
  levels.slice(1),
  [level('a', 1, { ...queuing, queues: 2 }), level('b', 0, queuing)],
  [level('a', 10), level('b', 3, { ...queuing, queues: 1, handSize: 1 }), level('c', 9, queuing)],
];
const kinds = [
  { verb: 'get', work: 'readOnly' },
  { verb: 'list', work: 'readOnly' },
  { verb: 'create', work: 'mutating' },
  { verb: 'watch', work: 'watch' },
] as const;

describe('flow control', () => {
  it('has no seat in use after 100,000 requests with faults, under configurations that change', async () => {
    const random = createRandom(11);
    const opened = openFlowControl(levels, schemas, 40);
    const { control, clock } = opened;
    const written = requestFor('x', 'list').attributes;
    if (written.kind !== 'resource') throw new Error('it is for a resource');
    const endWatches = Array.from({ length: 25 }, () => control.watch(written));
    const open: Ticket[] = [];
    for (let count = 0; count < 100_000; count += 1) {
      askAny(opened, open, random);
      endSome(open, random);
      if (random(4) === 0) clock.advance(random(200));
      if (random(1_000) === 0) control.configuration.apply(configurations[random(4)] ?? levels, schemas);
    }
    for (const each of open) each.done();
    for (const end of endWatches) end();
    clock.advance(60_000);
    control.configuration.apply(levels, schemas);
    for (const { queueSet, name } of control.configuration.levels())
      expect(useOf(name, queueSet)).toEqual(unused(name));
    expect([control.count('readOnly'), control.count('mutating')]).toEqual([0, 0]);
    expect(await gaugesInUse(opened.metrics)).toEqual([]);
  });

  it('makes no object for a request that does not wait', async () => {
    const { control } = openFlowControl([level('l', 5, queuing)], [schemaFor('s', 'l', { flowsBy: 'ByUser' })], 100);
    const requests = [requestFor('alice', 'get'), requestFor('bob', 'create', { work: 'mutating' })];
    const run = (): void => {
      for (let count = 0; count < 100_000; count += 1) {
        for (const request of requests) control.ask(request, control.classify(request))?.done();
      }
    };
    run();
    const bytes = (await allocatedBytes(run)) / 200_000;
    // A number with a fraction is 16 bytes where it is handed on, and there are some. The closures and iterators of matching rules are 100 more.
    expect(bytes).toBeLessThan(128);
  });
});

type Opened = ReturnType<typeof openFlowControl>;
type Random = ReturnType<typeof createRandom>;

function askAny({ ask }: Opened, open: Ticket[], random: Random): void {
  const { verb, work } = kinds[random(kinds.length)] ?? { verb: 'get', work: 'readOnly' };
  const ticket = ask(requestFor(`of-${'abcd'[random(4)] ?? 'd'}`, verb, { work }));
  if (ticket !== undefined) open.push(ticket);
}

/** Once or twice, whether they have begun or still wait. */
function endSome(open: Ticket[], random: Random): void {
  while (open.length > random(60)) {
    const [ended] = open.splice(random(open.length), 1);
    ended?.done();
    if (random(3) === 0) ended?.done();
  }
}

function useOf(name: string, set: QueueSet | undefined) {
  return { name, waiting: set?.waiting ?? 0, executing: set?.executing ?? 0, seatsInUse: set?.seatsInUse ?? 0 };
}

function unused(name: string) {
  return { name, waiting: 0, executing: 0, seatsInUse: 0 };
}

async function gaugesInUse(metrics: Metrics): Promise<readonly string[]> {
  const gauges = (await metrics.print()).text
    .split('\n')
    .filter((line) => /_(?:concurrency_in_use|executing_requests|inqueue_requests)\{/.test(line));
  expect(gauges.length).toBeGreaterThan(0);
  return gauges.filter((line) => !line.endsWith(' 0'));
}

/** Bytes allocated meanwhile, garbage included. */
async function allocatedBytes(run: () => void): Promise<number> {
  const session = new Session();
  session.connect();
  const sampling = {
    samplingInterval: 4_096,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  };
  await session.post('HeapProfiler.startSampling', sampling);
  run();
  const { profile } = await session.post('HeapProfiler.stopSampling');
  session.disconnect();
  return sumOf(profile.head);
}

function sumOf({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number {
  return children.reduce((sum, child) => sum + sumOf(child), selfSize);
}
