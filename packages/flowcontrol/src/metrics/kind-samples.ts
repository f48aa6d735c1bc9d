/** Requests in one phase, those that write and those that read, with observations of how many there are. */
import type { FlowRequest, RequestKind } from '../flow-request.ts';
import type { FlowMetrics } from './flow-metrics.ts';
import { RatioSamples } from './ratio-samples.ts';
import { SecondPeak } from './second-peak.ts';

export class KindSamples {
  readonly #counts: Readonly<Record<RequestKind, SecondPeak>>;
  readonly #samples: Readonly<Record<RequestKind, RatioSamples>>;

  constructor({ samples }: FlowMetrics, phase: 'executing' | 'waiting', nowMs: number) {
    const samplesOf = (kind: RequestKind) => {
      const labels = { phase, request_kind: kind };
      const low = samples.kindMarks.with({ ...labels, mark: 'low' });
      const high = samples.kindMarks.with({ ...labels, mark: 'high' });
      return new RatioSamples({ samples: samples.kinds.with(labels), low, high }, 1, nowMs);
    };
    this.#samples = { mutating: samplesOf('mutating'), readOnly: samplesOf('readOnly') };
    this.#counts = { mutating: new SecondPeak(nowMs), readOnly: new SecondPeak(nowMs) };
  }

  /** Watches are neither. */
  add(work: FlowRequest['work'], difference: 1 | -1, nowMs: number): void {
    if (work === 'watch') return;
    this.#counts[work].add(difference, nowMs);
    this.#samples[work].add(difference, nowMs);
  }

  count(kind: RequestKind): number {
    return this.#counts[kind].count;
  }

  /** The most there were at once in the last whole second. */
  peak(kind: RequestKind, nowMs: number): number {
    return this.#counts[kind].peak(nowMs);
  }

  catchUp(nowMs: number): void {
    this.#samples.mutating.catchUp(nowMs);
    this.#samples.readOnly.catchUp(nowMs);
  }
}
