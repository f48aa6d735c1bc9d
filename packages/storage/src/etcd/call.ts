/**
 * Asks members until one answers. Reads are asked again whatever happened; a write
 * only if it surely was not applied. All tries of a call share one deadline.
 */
import { setTimeout as wait } from 'node:timers/promises';

import type { CallLimit } from '@keelson/etcd-client';

import type { Endpoint, Endpoints } from './endpoints.ts';
import { errorOf, failureOf } from './failure.ts';

export interface Caller {
  readonly endpoints: Endpoints;
  /** A call gives up after so long, or at the deadline of the request that it is made for. */
  readonly timeoutMs: number;
  readonly random: () => number;
  readonly gate: Gate;
}

/** Which calls are under way, so that closing can wait for them. */
export interface Gate {
  enter(): void;
  leave(): void;
  isClosing(): boolean;
  /** Calls under way end with their current attempt; resolves when all have. */
  close(): Promise<void>;
}

export function createGate(): Gate {
  let underWay = 0;
  let onEmpty: (() => void) | undefined;
  return {
    enter: () => {
      underWay += 1;
    },
    leave: () => {
      underWay -= 1;
      if (underWay === 0) onEmpty?.();
    },
    isClosing: () => onEmpty !== undefined,
    close: () =>
      new Promise((resolve) => {
        onEmpty = resolve;
        if (underWay === 0) resolve();
      }),
  };
}

export type Send<T> = (endpoint: Endpoint, limit: CallLimit) => Promise<T>;

/** One member may keep a read waiting for so long before another is asked. */
const readAttemptMs = 2_500;
/** A write cannot be asked again elsewhere, so it gets longer: an election takes one to two seconds. */
const writeAttemptMs = 6_000;
const longestPauseMs = 500;

interface Manner {
  readonly attemptMs: number;
  /** Whether to ask again when the answer was lost and the request may have been served. */
  readonly repeatsLost: boolean;
  readonly deadline: number;
}

/** `deadline`: of the request that it is made for, in milliseconds since 1970. */
export function callToRead<T>(caller: Caller, send: Send<T>, deadline = Infinity): Promise<T> {
  return call(caller, send, { attemptMs: readAttemptMs, repeatsLost: true, deadline });
}

export function callToWrite<T>(caller: Caller, send: Send<T>, deadline = Infinity): Promise<T> {
  return call(caller, send, { attemptMs: writeAttemptMs, repeatsLost: false, deadline });
}

async function call<T>(caller: Caller, send: Send<T>, manner: Manner): Promise<T> {
  caller.gate.enter();
  try {
    return await askInTurn(caller, send, manner);
  } finally {
    caller.gate.leave();
  }
}

async function askInTurn<T>(caller: Caller, send: Send<T>, manner: Manner): Promise<T> {
  const { attemptMs, repeatsLost } = manner;
  const { endpoints, timeoutMs, gate } = caller;
  const now = Date.now();
  const deadline = Math.min(manner.deadline, now + timeoutMs);
  if (deadline <= now) throw errorOf(failureOf(new Error('the time for the request is up')), 'no');
  for (let attempt = 1; ; attempt += 1) {
    const endpoint = endpoints.pick();
    try {
      const answer = await send(endpoint, { deadline: Math.min(Date.now() + attemptMs, deadline) });
      endpoints.trust(endpoint);
      return answer;
    } catch (cause) {
      const failure = failureOf(cause);
      if (failure.isTransient) endpoints.suspect(endpoint);
      if (!failure.isUnsent && !repeatsLost) throw errorOf(failure, 'unknown');
      const pauseMs = pauseAfter(attempt, caller);
      const isLast = gate.isClosing() || Date.now() + pauseMs >= deadline;
      if (!failure.isTransient || isLast) throw errorOf(failure, 'no');
      if (pauseMs > 0) await wait(pauseMs);
    }
  }
}

/** None until every member was asked once. */
function pauseAfter(attempt: number, { endpoints, random }: Caller): number {
  const rounds = Math.floor(attempt / endpoints.all.length);
  return rounds === 0 ? 0 : Math.min(25 * 2 ** rounds, longestPauseMs) * (0.5 + random());
}
