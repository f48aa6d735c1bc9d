/** A priority level: its configuration, its share of the seats, and the queues of its requests. */
import type { PriorityLevelConfiguration } from '@keelson/api';

import type { FlowMetrics } from '../metrics/flow-metrics.ts';
import { RatioSamples } from '../metrics/ratio-samples.ts';
import { QueueSet, type QueueSetParts } from '../queues/queue-set.ts';
import type { Dealing } from './flow.ts';

type Limited = NonNullable<PriorityLevelConfiguration['spec']['limited']>;
type QueuingConfiguration = NonNullable<Limited['limitResponse']['queuing']>;

export interface ConfiguredLevel {
  readonly name: string;
  /** Empty for a mandatory one that is not stored. */
  readonly uid: string;
  readonly spec: PriorityLevelConfiguration['spec'];
}

/** Observations of a level with limits. */
export class LevelSamples {
  readonly waiting: RatioSamples;
  readonly executing: RatioSamples;
  readonly seats: RatioSamples;

  constructor({ samples }: FlowMetrics, level: string, nowMs: number) {
    const requests = (phase: string) => {
      const labels = { phase, priority_level: level };
      return new RatioSamples(
        {
          samples: samples.requests.with(labels),
          low: samples.requestMarks.with({ ...labels, mark: 'low' }),
          high: samples.requestMarks.with({ ...labels, mark: 'high' }),
        },
        1,
        nowMs,
      );
    };
    this.waiting = requests('waiting');
    this.executing = requests('executing');
    const labels = { phase: 'executing', priority_level: level };
    this.seats = new RatioSamples(
      {
        samples: samples.seats.with(labels),
        low: samples.seatMarks.with({ ...labels, mark: 'low' }),
        high: samples.seatMarks.with({ ...labels, mark: 'high' }),
      },
      1,
      nowMs,
    );
  }

  catchUp(nowMs: number): void {
    this.waiting.catchUp(nowMs);
    this.executing.catchUp(nowMs);
    this.seats.catchUp(nowMs);
  }
}

export interface LevelParts extends QueueSetParts {
  readonly metrics: FlowMetrics;
  /** A request that has waited longer is refused when another one comes to its queue. */
  readonly waitLimitMs: number;
}

interface Limits {
  readonly queueSet: QueueSet;
  readonly samples: LevelSamples;
}

export class PriorityLevel {
  readonly name: string;
  uid = '';
  /** It was deleted while it had work: no flow schema leads to it, and it goes when it is idle. */
  isQuiescing = false;
  isExempt = false;
  /** Of the seats of the server; 0 for an exempt level. */
  shares = 0;
  /** Undefined where no request waits. */
  dealing: Dealing | undefined;
  #limits: Limits | undefined;
  #queueLengthLimit = 0;
  readonly #parts: LevelParts;

  constructor(name: string, parts: LevelParts) {
    this.name = name;
    this.#parts = parts;
  }

  /** Undefined for an exempt level. */
  get queueSet(): QueueSet | undefined {
    return this.#limits?.queueSet;
  }

  get samples(): LevelSamples | undefined {
    return this.#limits?.samples;
  }

  get isIdle(): boolean {
    return this.queueSet?.isIdle ?? true;
  }

  /** In force with the next `share`. */
  configure({ uid, spec }: ConfiguredLevel): void {
    this.uid = uid;
    this.isQuiescing = false;
    this.isExempt = spec.type === 'Exempt';
    this.shares = this.isExempt ? 0 : Math.max(0, spec.limited?.assuredConcurrencyShares ?? 0);
    if (this.isExempt) this.#limits = undefined;
    this.#configureQueues(spec.limited?.limitResponse.queuing);
  }

  #configureQueues(queuing: QueuingConfiguration | undefined): void {
    const { queues = 0, handSize = 0, queueLengthLimit = 0 } = queuing ?? {};
    this.#queueLengthLimit = queueLengthLimit;
    if (queues === this.dealing?.queues && handSize === this.dealing.handSize) return;
    this.dealing = queues > 0 ? { queues, handSize: Math.min(handSize, queues) } : undefined;
  }

  /** Its part of the seats of the server. Not for exempt levels. */
  share(seats: number): void {
    const queues = this.dealing?.queues ?? 0;
    const { waitLimitMs } = this.#parts;
    const configuration = {
      concurrencyLimit: seats,
      queues,
      queueLengthLimit: this.#queueLengthLimit,
      waitLimitMs,
    };
    this.#limits ??= {
      queueSet: new QueueSet(configuration, this.#parts),
      samples: new LevelSamples(this.#parts.metrics, this.name, this.#parts.now()),
    };
    const { queueSet, samples } = this.#limits;
    const nowMs = this.#parts.now();
    samples.waiting.limitTo(Math.max(1, queues * this.#queueLengthLimit), nowMs);
    samples.executing.limitTo(seats, nowMs);
    samples.seats.limitTo(seats, nowMs);
    queueSet.configure(configuration);
  }
}
