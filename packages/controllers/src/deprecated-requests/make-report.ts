/** The stored form of observed requests: the name of the object, and its content with what replicas stored before. */
import { createHash } from 'node:crypto';

import type { DeprecatedRequest } from '@keelson/api';
import { groupVersion, type Resource } from '@keelson/schema';

import { mergeSources, type ObservedRequests } from './observed-requests.ts';

type Report = Omit<DeprecatedRequest, 'metadata'>;

/** The same on every replica. */
export function nameOfReport({ key, resource }: ObservedRequests): string {
  return `${resource.plural}-${createHash('sha256').update(key).digest('hex').slice(0, 20)}`;
}

/** Without `stored`, the first report of these requests. */
export function makeReport(observed: ObservedRequests, stored: Report | undefined): Report {
  const { user, userAgent, resource, subresource, verb } = observed;
  const { group, version, kind, plural, lifecycle } = resource;
  return {
    client: { user, userAgent, sources: [...mergeSources(observed.sources, stored?.client.sources ?? [])] },
    request: { group, version, kind, resource: plural, subresource, verb },
    removedIn: lifecycle?.removed ?? '',
    useInstead: replacementOf(resource),
    count: add(stored?.count ?? 0, observed.count),
    firstSeen: timeText(Math.min(observed.firstSeenMs, ...momentOf(stored?.firstSeen))),
    lastSeen: timeText(Math.max(observed.lastSeenMs, ...momentOf(stored?.lastSeen))),
  };
}

export function replacementOf({ lifecycle }: Resource): string {
  const replacement = lifecycle?.replacement;
  return replacement === undefined ? '' : `${groupVersion(replacement)} ${replacement.kind}`;
}

function add(before: number | bigint, count: number): number | bigint {
  return typeof before === 'bigint' ? before + BigInt(count) : before + count;
}

/** Empty where there is none. */
function momentOf(time: string | null | undefined): number[] {
  const moment = Date.parse(time ?? '');
  return Number.isNaN(moment) ? [] : [moment];
}

function timeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
