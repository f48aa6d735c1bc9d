/**
 * Requests for deprecated versions since the last report, added up by client and target. In memory, and bounded: what
 * clients say of themselves is cut, and beyond the limit the client that was silent for longest is left out.
 */
import type { Resource } from '@keelson/schema';

export interface ObservedCall {
  readonly user: string;
  readonly userAgent: string;
  readonly source: string;
  /** In the version that was asked for. */
  readonly resource: Resource;
  readonly subresource: string;
  readonly verb: string;
}

/** The calls of one client for one target. */
export interface ObservedRequests extends Omit<ObservedCall, 'source'> {
  /** The same for all replicas. */
  readonly key: string;
  /** The latest first. */
  readonly sources: readonly string[];
  readonly count: number;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
}

export interface RequestLedger {
  /** On the path of requests: one look-up, and no promise. */
  note(call: ObservedCall): void;
  /** Returns all and forgets them. */
  take(): ObservedRequests[];
  /** Adds up again what could not be reported. */
  giveBack(observed: ObservedRequests): void;
  /** Number of clients and targets that were left out so far. */
  lost(): number;
}

export const maxSources = 5;
const maxCharacters = 256;

export function createRequestLedger(limit: number, now: () => number): RequestLedger {
  // In the order of their last calls: the first one was silent for longest.
  const byKey = new Map<string, ObservedRequests>();
  let lost = 0;
  const put = (observed: ObservedRequests): void => {
    byKey.delete(observed.key);
    byKey.set(observed.key, observed);
    const [oldest] = byKey.keys();
    if (byKey.size <= limit || oldest === undefined) return;
    byKey.delete(oldest);
    lost += 1;
  };
  return {
    note: ({ source, ...call }) => {
      const user = shorten(call.user);
      const userAgent = shorten(call.userAgent);
      const key = keyOf({ ...call, user, userAgent });
      const at = now();
      const known = byKey.get(key);
      const [count, firstSeenMs] = known === undefined ? [0, at] : [known.count, known.firstSeenMs];
      const sources = known === undefined ? [source] : mergeSources([source], known.sources);
      put({ ...call, user, userAgent, key, sources, count: count + 1, firstSeenMs, lastSeenMs: at });
    },
    take: () => {
      const all = [...byKey.values()];
      byKey.clear();
      return all;
    },
    giveBack: (observed) => {
      const since = byKey.get(observed.key);
      put(since === undefined ? observed : addUp(observed, since));
    },
    lost: () => lost,
  };
}

function addUp(before: ObservedRequests, since: ObservedRequests): ObservedRequests {
  const sources = mergeSources(since.sources, before.sources);
  return { ...since, sources, count: before.count + since.count, firstSeenMs: before.firstSeenMs };
}

/** Each once, at most as many as are kept. */
export function mergeSources(latest: readonly string[], before: readonly string[]): readonly string[] {
  if (latest.length === 1 && latest[0] === before[0]) return before;
  return [...new Set([...latest, ...before])].slice(0, maxSources);
}

function shorten(text: string): string {
  return text.length > maxCharacters ? text.slice(0, maxCharacters) : text;
}

function keyOf({ user, userAgent, resource, subresource, verb }: Omit<ObservedCall, 'source'>): string {
  const { group, version, plural } = resource;
  return [user, userAgent, group, version, plural, subresource, verb].join('\u0000');
}
