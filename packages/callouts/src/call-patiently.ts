/**
 * A call that is made again where the target asks for it, as the clients of this ecosystem do: after 429 or any status from
 * 500 on, if `Retry-After` says in how many seconds. It then says itself that nothing was done.
 */
import { setTimeout as delay } from 'node:timers/promises';

import type { CalloutAnswer, CalloutFailure, Callouts, CalloutTarget, WholeRequest } from './contract.ts';
import { deadlineExceeded, failedCall } from './failure.ts';

const mostRetries = 10;

/** The time limit is that of all calls together. Never rejects. */
export async function callPatiently(
  callouts: Pick<Callouts, 'call'>,
  target: CalloutTarget,
  request: WholeRequest,
): Promise<CalloutAnswer | CalloutFailure> {
  const endMs = performance.now() + request.timeoutMs;
  let answer = await callouts.call(target, request);
  for (let retry = 1; retry <= mostRetries && answer.ok; retry += 1) {
    const waitMs = waitOf(answer);
    if (waitMs === undefined) break;
    const restMs = endMs - performance.now();
    if (!(await pause(Math.min(waitMs, restMs), request.signal))) break;
    if (waitMs >= restMs) return failedCall('timeout', deadlineExceeded, true);
    answer = await callouts.call(target, { ...request, timeoutMs: Math.max(1, endMs - performance.now()) });
  }
  return answer;
}

/** Resolves to false where the caller has left meanwhile. */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  if (ms <= 0) return true;
  try {
    await delay(ms, undefined, { ref: false, ...(signal && { signal }) });
    return true;
  } catch {
    return false;
  }
}

const tooMany = 429;
const firstServerError = 500;
const msPerSecond = 1_000;

/** Dates, which the header may also have, are not waited for. */
function waitOf({ status, rawHeaders }: CalloutAnswer): number | undefined {
  if (status !== tooMany && status < firstServerError) return undefined;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'retry-after') continue;
    const seconds = rawHeaders[at + 1] ?? '';
    return /^\d{1,9}$/.test(seconds) ? Number(seconds) * msPerSecond : undefined;
  }
  return undefined;
}
