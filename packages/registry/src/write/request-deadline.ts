/**
 * The deadline of a request: it waits for the store no longer than this, over all that it reads and writes there.
 * Without it each call to the store would have the whole time limit, and a request the sum of them.
 */
import type { Resource } from '@keelson/schema';

import type { WriteParts } from './writing.ts';

/** What a request may wait for the server that converts its objects. */
const conversionMs = 30_000;

/**
 * The parts as one request has them, from now on. All that it does until its last write counts, admission too. The
 * copy replaces a field that is there: to add one to a copy costs the engine half a microsecond.
 */
export function withDeadline(parts: WriteParts, { convertRemotely }: Resource): WriteParts {
  const othersMs = convertRemotely === undefined ? 0 : conversionMs;
  return { ...parts, deadline: Date.now() + parts.storeTimeoutMs + othersMs };
}
