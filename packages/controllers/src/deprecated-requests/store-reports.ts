/** Stores reports of deprecated requests, beside the other replicas that do so. */
import type { DeprecatedRequest } from '@keelson/api';
import type { CachedObject, Informer, Lister } from '@keelson/informers';
import type { Registry } from '@keelson/registry';
import { groupVersion, stringifyJson, type JsonValue, type Resource } from '@keelson/schema';
import { hasStorageCode } from '@keelson/storage';

import { systemCaller } from '../controller.ts';
import { makeReport, nameOfReport } from './make-report.ts';
import type { ObservedRequests } from './observed-requests.ts';

export interface ReportStoreParts {
  readonly resource: Resource;
  readonly registry: Pick<Registry, 'create' | 'update' | 'delete'>;
  readonly lister: Lister<DeprecatedRequest>;
  readonly informer: Pick<Informer<DeprecatedRequest>, 'list'>;
}

/** `refused`: it would be again. `failed`: the store does not answer, or others keep changing the report. */
export type ReportOutcome = { readonly kind: 'done' } | { readonly kind: 'refused' | 'failed'; readonly why: string };

export interface ReportStore {
  /** Adds to the stored report, by compare and swap. */
  add(observed: ObservedRequests): Promise<ReportOutcome>;
  /** Deletes the reports that were not seen for longest, beyond so many. One that has just changed stays. */
  keepNewest(limit: number): Promise<void>;
}

/** More often only a crowd of replicas collides at one object. */
const maxTries = 5;
const conflict = 409;
const notFound = 404;
const internalError = 500;

export function createReportStore({ resource, registry, lister, informer }: ReportStoreParts): ReportStore {
  const add = async (observed: ObservedRequests): Promise<ReportOutcome> => {
    const name = nameOfReport(observed);
    let found = await lister.getReadable({ name });
    for (let tries = 1; ; tries += 1) {
      const body = requestOf(resource, objectOf(name, observed, found));
      const isNew = found === undefined;
      const outcome = await (isNew ? registry.create({ resource }, body) : registry.update({ resource, name }, body));
      if (outcome.ok) return { kind: 'done' };
      const { code = internalError, message = 'no reason was given' } = outcome.status;
      if (code !== conflict && code !== notFound) {
        return { kind: code < internalError ? 'refused' : 'failed', why: message };
      }
      // Another replica, or a client that deletes, was quicker.
      if (tries === maxTries) return { kind: 'failed', why: message };
      found = await lister.getMostRecent({ name });
    }
  };
  return {
    add: async (observed) => {
      try {
        return await add(observed);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        return { kind: hasStorageCode(error, 'unreadable') ? 'refused' : 'failed', why };
      }
    },
    keepNewest: async (limit) => {
      const stored = [...informer.list()];
      const surplus = stored.length - limit;
      if (surplus <= 0) return;
      stored.sort((a, b) => lastSeenOf(a) - lastSeenOf(b));
      for (const { name, object } of stored.slice(0, surplus)) {
        const { uid, resourceVersion } = object.metadata;
        const options = { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid, resourceVersion } };
        const body = { format: 'json' as const, bytes: Buffer.from(JSON.stringify(options)) };
        await registry.delete({ resource, name }, { body, options: {}, caller: systemCaller });
      }
    },
  };
}

/** An update without managed fields leaves those that are stored. */
function objectOf(name: string, observed: ObservedRequests, found: CachedObject<DeprecatedRequest> | undefined) {
  const stored = found?.decoded.ok === true ? found.decoded.object : undefined;
  const { uid, resourceVersion } = stored?.metadata ?? {};
  const metadata = stored === undefined ? { name } : { name, uid, resourceVersion };
  return { metadata, ...makeReport(observed, stored) };
}

function requestOf(resource: Resource, object: object) {
  const typed = { apiVersion: groupVersion(resource), kind: resource.kind, ...object };
  const bytes = Buffer.from(stringifyJson(typed as JsonValue));
  return { body: { format: 'json' as const, bytes }, options: {}, caller: systemCaller };
}

/** One that cannot be read is the first to go. */
function lastSeenOf({ decoded }: CachedObject<DeprecatedRequest>): number {
  const moment = decoded.ok ? Date.parse(decoded.object.lastSeen ?? '') : Number.NaN;
  return Number.isNaN(moment) ? 0 : moment;
}
