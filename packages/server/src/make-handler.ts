/** Puts the handler chain together as configured: authentication, authorization, concurrency limits. */
import type { Aggregation } from '@keelson/aggregator';
import type { CustomResources } from '@keelson/apiextensions';
import type { Auditor } from '@keelson/audit';
import type { Authorizer } from '@keelson/auth';
import type { WatchCache } from '@keelson/cache';
import type { DeprecatedRequestReporter } from '@keelson/controllers';
import type { Informers } from '@keelson/informers';
import type { RegistryEngine } from '@keelson/registry';
import type { Resource, Scheme } from '@keelson/schema';
import {
  createDocuments,
  createHandler,
  createJoinedItems,
  createRequestMetrics,
  UnreadAnswers,
  Uploads,
  versionInfo,
  type CredentialSources,
  type DocumentFeatures,
  type Handler,
  type Health,
  type Page,
  type RequestMetrics,
  type Turns,
  type UnreadOptions,
  type UploadOptions,
} from '@keelson/surface';
import type { Metrics } from '@keelson/telemetry';

import { measureAuthentication } from './callers/measure-authentication.ts';
import type { Callers } from './callers/open-callers.ts';
import type { ServerConfiguration } from './configuration.ts';
import { printAsReplica } from './configured-metrics.ts';
import { countUnreadable } from './count-unreadable.ts';
import type { Encoders } from './heavy/encode.ts';
import { showBuildInfo } from './measure/build-info.ts';
import { createFilterCells, measureAuthorization, measureTurns } from './measure/measure-filters.ts';
import { measureWatchCache } from './measure/measure-watch-cache.ts';
import { openFlowControl } from './open-flow-control.ts';
import { nameWorker } from './processes/name-worker.ts';
import { shareBudgets } from './processes/share-limits.ts';
import { isListedBy, isServedBy } from './runtime-config.ts';

export interface HandlerParts {
  readonly scheme: Scheme;
  readonly registry: RegistryEngine;
  readonly cache: WatchCache;
  /** For objects that are too large for this thread. */
  readonly encoders: Encoders;
  readonly health: Health;
  readonly authorizer: Authorizer;
  readonly auditor: Auditor | undefined;
  readonly callers: Callers;
  readonly customResources: Pick<CustomResources, 'caughtUp'>;
  readonly credentials: CredentialSources;
  readonly informers: Informers;
  readonly metrics: Metrics;
  readonly aggregation: Pick<Aggregation, 'registrations' | 'openapi' | 'remoteOf' | 'forward' | 'connect'>;
  readonly reporter: Pick<DeprecatedRequestReporter, 'note'> | undefined;
  /** From the parts of the server that serve pages of their own. */
  readonly pages: readonly Page[];
}

const mebibyte = 1024 * 1024;

/** Of lists, and of the first events of watches: as much as a hundred thousand small objects. Unused ones are dropped soon. */
const joinedParts = () => ({
  joined: createJoinedItems(128 * mebibyte),
  joinedEvents: createJoinedItems(64 * mebibyte),
});

/** Of bodies that come in pieces, with those that have come and are being carried out. */
const uploadLimits: UploadOptions = {
  budgets: {
    perUser: { count: 200, bytes: 100 * mebibyte },
    total: { count: 2_000, bytes: 400 * mebibyte },
  },
  // The slowest of modems keeps it.
  pace: { silenceSeconds: 10, graceSeconds: 10, leastBytesPerSecond: 1_024 },
};

/** Of answers that their clients do not take in: of a list, some 128 KiB are held at a time. */
const unreadLimits: UnreadOptions = {
  budgets: {
    perUser: { count: 1_000, bytes: 64 * mebibyte },
    total: { count: 5_000, bytes: 256 * mebibyte },
  },
  patienceSeconds: 5,
};

export function makeHandler(configuration: ServerConfiguration, parts: HandlerParts): Handler {
  const { limits, release, workers, logger } = configuration;
  const { scheme, registry, cache, health, authorizer, auditor, callers, credentials, metrics } = parts;
  const { turns, pages: flowControlPages } = openFlowControl(configuration, parts);
  const filters = createFilterCells(metrics, limits.hasPriorityAndFairness);
  const pages = nameWorker([...parts.pages, ...flowControlPages], configuration.link?.index);
  const { aggregation } = parts;
  const isServed = isServedBy(configuration.runtimeConfig, release);
  const version = versionInfo({ release, version: configuration.version, build: configuration.build });
  const writeElsewhere = parts.encoders.writeDocuments;
  const documents = createDocuments({
    scheme,
    metrics: printAsReplica(metrics, configuration.link),
    health,
    version,
    logger,
    ...listedIn(scheme, configuration),
    registrations: aggregation.registrations,
    remoteOpenapi: aggregation.openapi,
    pages,
    writeElsewhere,
    release,
    features: documentFeatures(configuration.gatesOff),
  });
  showBuildInfo(metrics, version);
  const measured = measureRequests(configuration, parts, turns);
  return createHandler({
    context: {
      registry,
      scheme,
      derive: (object, encoding) => cache.derive(object, encoding),
      encodeElsewhere: parts.encoders.encodeElsewhere,
      printElsewhere: parts.encoders.printElsewhere,
      ...joinedParts(),
      connect: aggregation.connect,
      compresses: !configuration.gatesOff.has('APIResponseCompression'),
      bodyLimitBytes: limits.bodyBytes,
      minWatchTimeoutMs: limits.minWatchTimeoutMs,
      watchEvents: measured.watchEvents,
      random: Math.random,
      now: () => new Date(),
      logger,
    },
    routes: routesOf(parts, isServed),
    forward: aggregation.forward,
    authenticate: measureAuthentication(callers.authenticate, metrics, filters.authentication),
    credentials,
    authorizer: measureAuthorization(authorizer, filters),
    auditor,
    turns: measureTurns(turns, filters),
    uploads: new Uploads({ ...uploadLimits, budgets: shareBudgets(uploadLimits.budgets, workers) }),
    unread: new UnreadAnswers({ ...unreadLimits, budgets: shareBudgets(unreadLimits.budgets, workers) }),
    observer: measured,
    onDeprecated: parts.reporter?.note,
    requestTimeoutMs: limits.requestTimeoutMs,
    browsers: configuration.browsers,
    release,
    documents: documents.handle,
  });
}

function documentFeatures(gatesOff: ReadonlySet<string>): DocumentFeatures {
  return {
    showsStorageVersion: !gatesOff.has('StorageVersionHash'),
    hasOpenapiV3: !gatesOff.has('OpenAPIV3'),
    showsEnums: !gatesOff.has('OpenAPIEnums'),
  };
}

function measureRequests(
  { release, gatesOff }: ServerConfiguration,
  { registry, metrics }: HandlerParts,
  inFlight: Turns,
): RequestMetrics {
  measureWatchCache(metrics, () => registry.stores());
  countUnreadable(metrics, () => registry.stores());
  return createRequestMetrics({
    metrics,
    release,
    inFlight,
    validatesFields: !gatesOff.has('ServerSideFieldValidation'),
    storedObjects: () => countObjects(registry),
  });
}

/** The resources that discovery lists, and those that only newer clients are told of. */
function listedIn(scheme: Scheme, { runtimeConfig, release }: ServerConfiguration) {
  const isServed = isServedBy(runtimeConfig, release);
  const isListed = isListedBy(runtimeConfig, release);
  const isAdded = (each: Resource): boolean => each.listing === 'newer' && isServed(each) && !isListed(each);
  return {
    served: () => scheme.resources().filter(isListed),
    servedToNewer: () => scheme.resources().filter(isAdded),
  };
}

type Routes = Parameters<typeof createHandler>[0]['routes'];

function routesOf({ scheme, aggregation, customResources }: HandlerParts, isServed: Routes['isServed']): Routes {
  return {
    scheme,
    isServed,
    isRemote: (group, version) => aggregation.remoteOf(group, version) !== undefined,
    caughtUp: () => customResources.caughtUp(),
  };
}

function* countObjects(registry: RegistryEngine): Iterable<readonly [resource: string, count: number]> {
  for (const { stored, cache } of registry.stores()) yield [groupResource(stored), cache.objectCount()];
}

/** `jobs.batch`, and `pods` for the core group. */
function groupResource({ plural, group }: Resource): string {
  return group === '' ? plural : `${plural}.${group}`;
}
