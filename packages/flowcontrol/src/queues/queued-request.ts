/**
 * One request at a priority level with limits.
 *
 *     begin ─┬─▶ waiting ─┬─▶ executing ─ finish ─▶ leaving ─ additional latency ─▶ over
 *            ├────────────┘
 *            └─▶ refused        waiting ─ time out, cancelled ─▶ over
 *
 * Objects may be used again for later requests: a queue set holds none that is over.
 */
import { seatsTimesMs } from './seat-seconds.ts';

/** The duration that a request is taken to have before it is known. */
export const estimatedServiceMs = 3;

/** The seats of a request, while it is executed and for some time after. */
export interface WorkEstimate {
  readonly initialSeats: number;
  /** Taken for `additionalLatencyMs` after the answer is made. */
  readonly finalSeats: number;
  readonly additionalLatencyMs: number;
}

export type Departure = 'execute' | 'time-out' | 'cancelled';

export type RequestState = 'waiting' | 'executing' | 'leaving' | 'over';

export abstract class QueuedRequest {
  state: RequestState = 'over';
  initialSeats = 1;
  finalSeats = 0;
  additionalLatencyMs = 0;
  /** Held from dispatch until the end of the additional latency. */
  maxSeats = 1;
  totalWork = 0;
  arrivalMs = 0;
  arrivalR = 0;
  startMs = 0;
  /** Below 0 where it needed no queue. */
  queueIndex = -1;
  before: QueuedRequest | undefined = undefined;
  after: QueuedRequest | undefined = undefined;

  /** It waited, and waits no longer. */
  abstract departed(departure: Departure): void;

  /** All its seats are free again, or it has had none. */
  abstract over(): void;

  estimate({ initialSeats, finalSeats, additionalLatencyMs }: WorkEstimate): void {
    this.initialSeats = initialSeats;
    this.finalSeats = finalSeats;
    this.additionalLatencyMs = additionalLatencyMs;
    this.maxSeats = initialSeats > finalSeats ? initialSeats : finalSeats;
    this.totalWork = seatsTimesMs(initialSeats, estimatedServiceMs);
    if (finalSeats > 0) this.totalWork += seatsTimesMs(finalSeats, additionalLatencyMs);
    this.queueIndex = -1;
  }
}
