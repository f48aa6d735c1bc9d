/** Requests in one phase, those that write and those that read, with observations of how many there are. */
import type { FlowRequest, RequestKind } from '../flow-request.ts';
import type { FlowMetrics } from './flow-metrics.ts';
import { RatioSamples } from './ratio-samples.ts';
import { SecondPeak } from './second-peak.ts';

interface OfKind {
  readonly count: SecondPeak;
  readonly samples: RatioSamples;
}

export class KindSamples {
  readonly #mutating: OfKind;
  readonly #readOnly: OfKind;

  constructor({ samples }: FlowMetrics, phase: 'executing' | 'waiting', nowMs: number) {
    const samplesOf = (kind: RequestKind) => {
      const labels = { phase, request_kind: kind };
      const low = samples.kindMarks.with({ ...labels, mark: 'low' });
      const high = samples.kindMarks.with({ ...labels, mark: 'high' });
      return new RatioSamples({ samples: samples.kinds.with(labels), low, high }, 1, nowMs);
    };
    this.#mutating = { count: new SecondPeak(nowMs), samples: samplesOf('mutating') };
    this.#readOnly = { count: new SecondPeak(nowMs), samples: samplesOf('readOnly') };
  }

  /** Watches are neither. */
  add(work: FlowRequest['work'], difference: 1 | -1, nowMs: number): void {
    if (work === 'watch') return;
    const { count, samples } = this.#of(work);
    count.add(difference, nowMs);
    samples.add(difference, nowMs);
  }

  count(kind: RequestKind): number {
    return this.#of(kind).count.count;
  }

  /** The most there were at once in the last whole second. */
  peak(kind: RequestKind, nowMs: number): number {
    return this.#of(kind).count.peak(nowMs);
  }

  catchUp(nowMs: number): void {
    this.#mutating.samples.catchUp(nowMs);
    this.#readOnly.samples.catchUp(nowMs);
  }

  /** A property chosen by its name would be looked up for each request. */
  #of(kind: RequestKind): OfKind {
    return kind === 'mutating' ? this.#mutating : this.#readOnly;
  }
}
