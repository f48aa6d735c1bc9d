/**
 * The deadline of a request: it waits for the store no longer than this, over all that it reads and writes there.
 * Without it each call to the store would have the whole time limit, and a request the sum of them.
 */
import type { Resource } from '@keelson/schema';

import { parseDuration } from '@keelson/schema';

import type { WriteParts } from './writing.ts';

/** The time that a request may wait for the server that converts its objects. */
const conversionMs = 30_000;

/**
 * The parts as one request has them, from now on. All that it does until its last write counts, admission too, but for
 * the time that webhooks take. The copy replaces a field that is there: to add one to a copy costs the engine half a
 * microsecond.
 */
export function withDeadline(parts: WriteParts, { convertRemotely }: Resource): WriteParts {
  const othersMs = convertRemotely === undefined ? 0 : conversionMs;
  return { ...parts, deadline: Date.now() + parts.storeTimeoutMs + othersMs };
}

/** Webhooks have time limits of their own: time spent on them is given back to the store. */
export function postpone(parts: WriteParts, ms: number): void {
  if (parts.deadline !== undefined) parts.deadline += ms;
}

/** In characters. */
const longestTimeout = 64;

/** When the request ends: after the `timeout` that its client states, and within the limit of all requests. */
export function requestEndMs({ requestTimeoutMs }: WriteParts, timeout: string | undefined): number {
  const asked = timeout === undefined ? undefined : parseTimeout(timeout);
  return Date.now() + (asked === undefined ? requestTimeoutMs : Math.min(asked, requestTimeoutMs));
}

/** Such as `10s` or `1m30s`. `undefined` for what is no such time, and for none at all. */
function parseTimeout(text: string): number | undefined {
  const parsed = parseDuration(text.slice(0, longestTimeout));
  return parsed.ok && parsed.value > 0n ? Number(parsed.value) / 1e6 : undefined;
}
