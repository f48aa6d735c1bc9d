/**
 * Calls members until one answers. Reads are retried after any transient failure, writes
 * only if they were certainly not applied. All attempts of a call share one deadline.
 */
import { setTimeout as wait } from 'node:timers/promises';

import type { CallLimit } from '@keelson/etcd-client';

import type { Endpoint, Endpoints } from './endpoints.ts';
import { errorOf, callFailureOf } from './failure.ts';

export interface MemberCaller {
  readonly endpoints: Endpoints;
  /** The time limit of a call, unless the deadline of its request is earlier. */
  readonly timeoutMs: number;
  readonly random: () => number;
  readonly gate: Gate;
}

/** Counts the calls in progress, so that closing can wait for them. */
export interface Gate {
  enter(): void;
  leave(): void;
  isClosing(): boolean;
  /** Calls in progress end with their current attempt; resolves when all have ended. */
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

/** The time limit of one attempt of a read; then another member is called. */
const readAttemptMs = 2_500;
/** Of a write, which cannot be retried elsewhere: longer than an election of etcd, which takes one to two seconds. */
const writeAttemptMs = 6_000;
const longestPauseMs = 500;

interface RetryPolicy {
  readonly attemptMs: number;
  /** Retries when the response was lost and the request may have been served. */
  readonly repeatsLost: boolean;
  readonly deadline: number;
}

/** `deadline`: of the request, in milliseconds since 1970. */
export function callToRead<T>(caller: MemberCaller, send: Send<T>, deadline = Infinity): Promise<T> {
  return call(caller, send, { attemptMs: readAttemptMs, repeatsLost: true, deadline });
}

export function callToWrite<T>(caller: MemberCaller, send: Send<T>, deadline = Infinity): Promise<T> {
  return call(caller, send, { attemptMs: writeAttemptMs, repeatsLost: false, deadline });
}

async function call<T>(caller: MemberCaller, send: Send<T>, policy: RetryPolicy): Promise<T> {
  caller.gate.enter();
  try {
    return await askInTurn(caller, send, policy);
  } finally {
    caller.gate.leave();
  }
}

async function askInTurn<T>(caller: MemberCaller, send: Send<T>, policy: RetryPolicy): Promise<T> {
  const { attemptMs, repeatsLost } = policy;
  const { endpoints, timeoutMs, gate } = caller;
  const now = Date.now();
  const deadline = Math.min(policy.deadline, now + timeoutMs);
  if (deadline <= now) throw errorOf(callFailureOf(new Error('the time for the request is up')), 'no');
  for (let attempt = 1; ; attempt += 1) {
    const endpoint = endpoints.pick();
    try {
      const answer = await send(endpoint, { deadline: Math.min(Date.now() + attemptMs, deadline) });
      endpoints.trust(endpoint);
      return answer;
    } catch (cause) {
      const failure = callFailureOf(cause);
      if (failure.isTransient) endpoints.suspect(endpoint);
      if (!failure.isUnsent && !repeatsLost) throw errorOf(failure, 'unknown');
      const pauseMs = pauseAfter(attempt, caller);
      const isLast = gate.isClosing() || Date.now() + pauseMs >= deadline;
      if (!failure.isTransient || isLast) throw errorOf(failure, 'no');
      if (pauseMs > 0) await wait(pauseMs);
    }
  }
}

/** No pause until every member was tried once. */
function pauseAfter(attempt: number, { endpoints, random }: MemberCaller): number {
  const rounds = Math.floor(attempt / endpoints.all.length);
  return rounds === 0 ? 0 : Math.min(25 * 2 ** rounds, longestPauseMs) * (0.5 + random());
}
