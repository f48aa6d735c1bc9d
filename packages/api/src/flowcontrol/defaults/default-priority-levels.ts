/** The priority levels of every new server: how its concurrency is shared, and how requests queue for it. */
import { mandatoryPriorityLevels } from '../v1beta2/mandatory.ts';
import type { PriorityLevelConfiguration } from '../v1beta2/priority-level-configuration.ts';

type Spec = PriorityLevelConfiguration['spec'];

interface Queues {
  readonly queues: number;
  readonly handSize: number;
}

const queueLengthLimit = 50;

function queued(assuredConcurrencyShares: number, { queues, handSize }: Queues): Spec {
  const queuing = { queues, handSize, queueLengthLimit };
  return { type: 'Limited', limited: { assuredConcurrencyShares, limitResponse: { type: 'Queue', queuing } } };
}

/** Operators may change these, and then they stay changed. */
const suggested: readonly (readonly [name: string, spec: Spec])[] = [
  ['system', queued(30, { queues: 64, handSize: 6 })],
  ['node-high', queued(40, { queues: 64, handSize: 6 })],
  ['leader-election', queued(10, { queues: 16, handSize: 4 })],
  ['workload-high', queued(40, { queues: 128, handSize: 6 })],
  ['workload-low', queued(100, { queues: 128, handSize: 6 })],
  ['global-default', queued(20, { queues: 128, handSize: 6 })],
];

export const defaultPriorityLevels: ReadonlyMap<string, Spec> = new Map([...suggested, ...mandatoryPriorityLevels]);
