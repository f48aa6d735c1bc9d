/** Requests and watches that share connections of HTTP/2. */
import type { FanOutJob, RequestsJob } from '../generator/job.ts';
import { reads } from './reads.ts';
import type { Scenario } from './scenario.ts';
import { watches } from './watches.ts';

const kept: ReadonlyMap<string, Partial<Scenario>> = new Map([
  ['get, most recent', { goal: { rate: 4 } }],
  ['list of 10,000, resourceVersion=0', { goal: { rate: 8 } }],
  ['page of 500', {}],
  ['200 watchers, 500 updates', { goal: { rate: 2 } }],
  ['1,000 watchers of one name each', {}],
]);

/** Fewer than servers of this API allow by default. */
const streams = 200;

/** The scenarios of HTTP/1.1 with a connection for each client, with streams of one connection. */
export const overHttp2: readonly Scenario[] = [...reads, ...watches].flatMap((scenario) => {
  const changes = kept.get(scenario.name);
  if (changes === undefined) return [];
  const job: Scenario['job'] = (...args) => {
    const plain = scenario.job(...args);
    return plain.kind === 'requests' || plain.kind === 'fanOut' ? shared(plain) : plain;
  };
  return [{ ...scenario, ...changes, name: `HTTP/2: ${scenario.name}`, job }];
});

function shared<Job extends RequestsJob | FanOutJob>(job: Job): Job {
  return { ...job, streams };
}
