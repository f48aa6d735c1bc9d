/**
 * One request to the store for all waiting callers. A response is valid only for callers that asked
 * before the request was sent, so callers that come while it is in flight share the next one.
 *
 *     idle ──ask──▶ gathering ──end of turn──▶ under way ──answer──▶ serving ──end of turn──▶ idle or gathering
 *                       ▲                          │ no answer for a while
 *                       └── those who came since ◀─┘ it stays under way; nobody waits behind it
 *
 * It is sent at the end of a turn of the event loop, after all pending socket data has been
 * read. After a response it is the end of the turn after: the callers just served ask again
 * by then, and one request for all is cheaper than two alternating ones, of which one is in
 * flight while the callers of the other are served. Clients on another processor need a few
 * turns for that: the request waits while it has fewer callers than the one before it and each
 * turn brings another, within the limits below.
 */
import { atEndOfTurn } from '@keelson/telemetry';

import type { Clock } from '../clock.ts';

/** The callers that share a request not yet sent. */
class Waiting<Answer> {
  callers = 0;
  resolve!: (answer: Answer) => void;
  reject!: (reason: unknown) => void;
  /** The latest deadline of the callers. They arrive close together, so it is nearly the deadline of each. */
  deadline = 0;
  readonly promise = new Promise<Answer>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });
}

interface Gathering {
  /** The number of callers a turn ago. */
  readonly before: number;
  /** Left to wait. */
  readonly turns: number;
  readonly untilMs: number;
}

export interface SharedReadOptions<Answer> {
  /** Asks, and gives up at this time (milliseconds since 1970). */
  readonly ask: (deadline: number) => Promise<Answer>;
  readonly clock: Pick<Clock, 'after' | 'now'>;
}

/** The longest wait of a request for further callers. A turn of an idle loop takes some 20 us, one with long work milliseconds. */
const [mostTurns, mostWaitMs] = [10, 1];

/** A store that is well answers long before. Callers wait no longer than this behind the read of others. */
const patienceMs = 250;

/**
 * Freshness: the answer comes from a call of `ask` that began after this call. Callers that come before it is sent share
 * one call. A failed call fails for all who shared it. `deadline`: of the caller's request; the read is not given up before.
 */
export function createSharedRead<Answer>({
  ask,
  clock,
}: SharedReadOptions<Answer>): (deadline?: number) => Promise<Answer> {
  /** They came since the last read was sent. */
  let next: Waiting<Answer> | undefined;
  /** The read that others have to wait behind. */
  let current: Waiting<Answer> | undefined;
  /** The number of callers that shared the last read. */
  let lastCallers = 1;

  const gather = (waiting: Waiting<Answer>): void => {
    current = waiting;
    const untilMs = clock.now() + mostWaitMs;
    atEndOfTurn(() => sendOrWait(waiting, { before: 0, turns: mostTurns, untilMs }));
  };

  const sendOrWait = (waiting: Waiting<Answer>, { before, turns, untilMs }: Gathering): void => {
    const { callers } = waiting;
    const isEnough = callers === before || callers >= lastCallers;
    if (isEnough || turns === 0 || clock.now() >= untilMs) return send(waiting);
    const later = { before: callers, turns: turns - 1, untilMs };
    // The turn after the next poll.
    setImmediate(() => atEndOfTurn(() => sendOrWait(waiting, later)));
  };

  const send = (waiting: Waiting<Answer>): void => {
    next = undefined;
    lastCallers = waiting.callers;
    const callOff = clock.after(patienceMs, () => goOn(waiting));
    const serve = (): void => {
      callOff();
      setImmediate(goOn, waiting);
    };
    ask(waiting.deadline).then(waiting.resolve, waiting.reject).then(serve, serve);
  };

  const goOn = (waiting: Waiting<Answer>): void => {
    if (current !== waiting) return;
    current = undefined;
    if (next !== undefined) gather(next);
  };

  return (deadline = Infinity) => {
    if (next === undefined) {
      next = new Waiting();
      if (current === undefined) gather(next);
    }
    next.callers += 1;
    if (deadline > next.deadline) next.deadline = deadline;
    return next.promise;
  };
}
