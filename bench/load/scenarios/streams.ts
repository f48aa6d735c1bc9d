/** Requests and watches that share connections of HTTP/2. */
import type { FanOutJob, RequestsJob } from '../generator/job.ts';
import { reads } from './reads.ts';
import type { Scenario } from './scenario.ts';
import { watchAll, watches } from './watches.ts';

const kept: ReadonlyMap<string, Partial<Scenario>> = new Map([
  ['get, most recent', { goal: { rate: 4 } }],
  ['list of 10,000, most recent', { goal: { rate: 8 } }],
  ['list of 10,000, resourceVersion=0', {}],
  ['page of 500', {}],
  ['200 watchers, 500 updates', { goal: { rate: 2 } }],
  ['1,000 watchers, 100 updates', { goal: { rate: 2 } }],
  ['1,000 watchers of one name each', {}],
]);

/** All clients share one connection if the server allows so many. By default, those of this API allow 250. */
export const sharedStreams = 1_000;

const crowd: Scenario = {
  name: '1,000 watchers, 100 updates',
  unit: 'events',
  job: watchAll(sharedStreams, 100),
  rounds: 2,
};

/** The scenarios of HTTP/1.1 with a connection for each client, with streams of one connection. */
export const overHttp2: readonly Scenario[] = [...reads, ...watches, crowd].flatMap((scenario) => {
  const changes = kept.get(scenario.name);
  if (changes === undefined) return [];
  const job: Scenario['job'] = (...args) => {
    const plain = scenario.job(...args);
    return plain.kind === 'requests' || plain.kind === 'fanOut' ? shared(plain) : plain;
  };
  return [{ ...scenario, ...changes, name: `HTTP/2: ${scenario.name}`, job }];
});

function shared<Job extends RequestsJob | FanOutJob>(job: Job): Job {
  return { ...job, streams: sharedStreams };
}
