/**
 * The start-up ladder of a server. Each rung needs those below it, and the way down is the way
 * up in reverse:
 *
 *     files ─ certificates ─ store ─ compactor ─ watch cache ─ registry ─ custom resources ─ listener ─ namespaces ─
 *     default roles ─ ready
 *
 * It listens before it is ready, so that health checks can name the missing rung.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

import {
  createConversionMetrics,
  createOpenapiMetrics,
  startCustomResources,
  type CustomResources,
} from '@keelson/apiextensions';
import type { LocalWebhookHost } from '@keelson/admission-webhooks';
import { createAdmissionMetrics, createListers, makePlugins, namespaceLifecycle } from '@keelson/admission';
import type { WatchCache } from '@keelson/cache';
import { createInformers, createRegisteredResources, createWorkQueueMetrics, type Informers } from '@keelson/informers';
import { generateName } from '@keelson/meta';
import { createRegistry, type AnswerPostedReview, type ClusterRanges, type RegistryEngine } from '@keelson/registry';
import type { Scheme } from '@keelson/schema';
import { isStorageError, startCompactor, type Storage } from '@keelson/storage';
import { createHealth, type Health } from '@keelson/surface';
import { giveWay, type DeclaredMetric } from '@keelson/telemetry';

import { openAccess, type Access } from './open-access.ts';
import { createCallers, type Callers } from './callers/open-callers.ts';
import { warnOfEncryptedCustomResources } from './encrypted-custom-resources.ts';
import { observeComponents } from './observe-components.ts';
import { ownServiceOf } from './own-service.ts';
import type { ServerConfiguration } from './configuration.ts';
import { createFaultCounter, type FaultKind } from './fault-counter.ts';
import { isConfigurationError, isUnwritableFile } from '@keelson/files';
import type { Encoders } from './heavy/encode.ts';
import { openOffload } from './heavy/open-offload.ts';
import type { WorkerPool } from './heavy/worker-pool.ts';
import type { Listener } from './listener.ts';
import type { OpenCallouts } from './open-callouts.ts';
import { openFront, type Front } from './open-front.ts';
import { showLeader } from './measure/show-leader.ts';
import { measureStorage } from './measure-storage.ts';
import { openRanges } from './open-ranges.ts';
import { keepBitmaps, type RangeBitmaps } from './range-bitmaps/keep-bitmaps.ts';
import type { ReleaseLeaks } from './range-bitmaps/release-leaks.ts';
import { openStorage } from './open-storage.ts';
import { openWebhooks } from './open-webhooks.ts';
import { createQuotaParts } from './quota-parts.ts';
import { openWatchCache } from './open-watch-cache.ts';
import { fieldGatesOf, registryFeatures } from './registry-features.ts';
import { reportDeprecatedRequests } from './report-deprecated-requests.ts';
import { clusterCredentialsOf } from './cluster-credentials.ts';
import { clusterTrustOf, runAggregation } from './run-aggregation.ts';
import { runControllers, type RunControllersParts } from './run-controllers.ts';
import { show } from './show.ts';
import { watchStoreAlarms, type StoreAlarms } from './store-alarms.ts';

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly kubeconfigPath: string;
  /** The authority that clients have to trust, in PEM. */
  readonly authority: string;
  /** Resolves once `/readyz` answers with 200. */
  whenReady(): Promise<void>;
  /** Not ready, the shutdown delay, watches end, requests finish. Resolves when all is closed. */
  stop(): Promise<void>;
  /** Does not wait for requests under way any longer. */
  cutOff(): void;
  /** The metrics that it collects. */
  declaredMetrics(): readonly DeclaredMetric[];
  /** Counts a fault of the process that nothing handled. */
  noteFault(kind: FaultKind): void;
}

export type StartResult =
  | { readonly ok: true; readonly server: RunningServer }
  /** The operator can mend the cause; everything else throws. */
  | { readonly ok: false; readonly message: string; readonly reason: 'configuration' | 'environment' };

/** Closes one part of the server. Parts are listed in the order in which they were opened. */
type Closing = () => Promise<void> | void;

export async function startServer(configuration: ServerConfiguration): Promise<StartResult> {
  const closings: Closing[] = [];
  try {
    return { ok: true, server: await climb(configuration, closings) };
  } catch (error) {
    for (const close of closings.reverse()) await close();
    if (isConfigurationError(error)) return { ok: false, message: error.message, reason: 'configuration' };
    const message = messageOf(error, configuration);
    if (message === undefined) throw error;
    return { ok: false, message, reason: 'environment' };
  }
}

interface Rungs extends Pick<OpenCallouts, 'callouts' | 'resolveService'> {
  readonly scheme: Scheme;
  readonly storage: Storage;
  readonly cache: WatchCache;
  readonly registry: RegistryEngine;
  /** For requests that are too large for this thread. */
  readonly workers: WorkerPool;
  readonly encoders: Encoders;
  readonly health: Health;
  readonly callers: Callers;
  readonly informers: Informers;
  readonly access: Access;
  readonly alarms: StoreAlarms;
  readonly webhooks: LocalWebhookHost;
  readonly ranges: ClusterRanges;
  readonly releaseLeaks: ReleaseLeaks;
}

async function climb(configuration: ServerConfiguration, closings: Closing[]): Promise<RunningServer> {
  const { ending, logger } = configuration;
  const front = await openFront(configuration);
  closings.push(() => front.close());
  const rungs = await openOverStore(configuration, front, closings);
  const { health, cache, informers, access } = rungs;
  closings.push(() => informers.stop());
  const record = createWorkQueueMetrics(front.metrics);
  const recordConversion = createConversionMetrics(front.metrics);
  const openapiMetrics = createOpenapiMetrics(front.metrics);
  const aggregation = runAggregation(configuration, front, { ...rungs, record });
  closings.push(() => aggregation.stop());
  const onChange = aggregation.renewCustom;
  const customResources: CustomResources = startCustomResources({
    ...rungs,
    record,
    recordConversion,
    openapiMetrics,
    logger,
    onChange,
  });
  closings.push(() => customResources.stop());
  const reporter = reportDeprecatedRequests(configuration, rungs, front.metrics);
  closings.push(() => reporter?.stop());
  const controllers = startControllers(configuration, front, { ...rungs, customResources, aggregation, record });
  closings.push(() => controllers.stop());
  showLeader(front.metrics, controllers.isLeading);
  front.tls.onChange(controllers.renewAuthority);
  front.frontProxy.onChange(controllers.renewAuthority);
  const { listener, url, kubeconfigPath, replica } = await show(configuration, front, {
    ...rungs,
    authorizer: access.authorizer,
    customResources,
    aggregation,
    reporter,
    keys: front.callers.keys,
    isLeading: controllers.isLeading,
  });
  closings.push(
    () => listener.stopAccepting(),
    () => replica.stop(),
  );
  const isReady = controllers.start(listener.port, replica);
  return {
    url,
    port: listener.port,
    kubeconfigPath,
    authority: front.tls.own().authority.certificate,
    whenReady: () => isReady,
    stop: once(() => descend({ listener, health, cache, closings, ending, leave: controllers.leave })),
    cutOff: () => listener.cutOff(),
    declaredMetrics: () => front.metrics.declared(),
    noteFault: createFaultCounter(front.metrics),
  };
}

async function openOverStore(configuration: ServerConfiguration, front: Front, closings: Closing[]): Promise<Rungs> {
  const { store, logger } = configuration;
  const kept = keepBitmaps(measureStorage(await openStorage(configuration, front), front), logger);
  const { storage } = kept;
  closings.push(() => storage.close());
  const rungs = openEngine(configuration, front, kept);
  closings.push(() => rungs.cache.close());
  closings.push(() => rungs.alarms.stop());
  closings.push(() => rungs.workers.close());
  if (store.compactionIntervalMs > 0) {
    const compactor = startCompactor({ storage, intervalMs: store.compactionIntervalMs, logger });
    closings.push(() => compactor.close());
  }
  return rungs;
}

type ControllingRungs = Rungs & Pick<RunControllersParts, 'customResources' | 'aggregation' | 'record'>;

function startControllers(configuration: ServerConfiguration, front: Front, rungs: ControllingRungs) {
  const { controllers, simulation, clusterInfo, gatesOff, logger } = configuration;
  return runControllers({
    ...rungs,
    logger,
    chosen: controllers,
    simulation,
    clusterInfo,
    gatesOff,
    auditor: front.auditor,
    ownService: ownServiceOf(configuration, rungs.ranges),
    warnOfPeers: () => warnOfEncryptedCustomResources(configuration, { ...rungs, logger }),
    identity: configuration.link?.identity ?? `${hostname()}_${randomUUID()}`,
    // A worker becomes the main one once the one before has ended.
    replacesNamesake: configuration.link !== undefined,
    asMain: configuration.link?.asMain ?? (async (run) => run()),
    authority: front.tls.trustedByClients,
    credentials: clusterCredentialsOf(configuration, front),
    trust: () => clusterTrustOf(configuration, front),
  });
}

/** The time limit of a health check. */
const storeCheckMs = 2_000;

function openEngine(configuration: ServerConfiguration, front: Front, kept: RangeBitmaps): Rungs {
  const { storage, releaseLeaks } = kept;
  const { scheme, metrics } = front;
  const { store, limits, ending, logger, plugins } = configuration;
  const health = createHealth({ livezGracePeriodMs: ending.livezGraceMs });
  const cache = openWatchCache(configuration, front.metrics, storage);
  const resources = createRegisteredResources({ scheme, cache, prefix: storage.prefix });
  const informers = createInformers({ resources, logger });
  const { callouts, resolveService } = front.calls;
  front.calls.findServices(informers);
  const parts = { ...{ scheme, informers, callouts, metrics }, sources: front.callers };
  const callers = createCallers(configuration.callers, parts);
  const access = openAccess(configuration.callers.authorizers, parts);
  const answerPostedReview: AnswerPostedReview = (...asked) =>
    access.answerPostedReview(...asked) ?? callers.answerPostedReview(...asked);
  const webhooks = openWebhooks(configuration, parts);
  const ranges = openRanges(configuration, front, { cache, storage });
  kept.attach(ranges);
  const { offload, encoders, workers } = openOffload(configuration, {
    ...{ scheme, storage, cache, access, answerPostedReview, resources, ranges },
    webhooks: webhooks.host,
  });
  const registry: RegistryEngine = createRegistry({
    ...{ scheme, storage, cache, resources, ranges },
    checksNamespaces: plugins.includes(namespaceLifecycle),
    admission: [
      ...makePlugins(plugins, {
        listers: createListers(informers),
        mayDo: access.mayDo,
        others: webhooks.plugins,
        makeSuffix: () => generateName('', Math.random),
        giveWay,
        metrics,
        tolerationSeconds: configuration.tolerationSeconds,
        quotas: createQuotaParts(configuration.limitedResources, () => registry),
      }),
      ...access.admission,
    ],
    observeAdmission: createAdmissionMetrics(metrics),
    answerPostedReview,
    observe: observeComponents({ ...configuration, storage, callouts }),
    offload,
    expirySeconds: store.eventTtlSeconds,
    gates: fieldGatesOf(configuration.gatesOff, configuration.release),
    features: registryFeatures(configuration.gatesOff, configuration.release),
    minWatchTimeoutMs: limits.minWatchTimeoutMs,
    requestTimeoutMs: limits.requestTimeoutMs,
  });
  const alarms = watchStoreAlarms({ storage, metrics, logger, endpoint: store.etcd?.endpoints[0] ?? 'embedded' });
  addStoreChecks(health, storage, cache, alarms);
  health.add('certificates', front.certificates.check, { in: ['readyz'], countsIn: [] });
  cache.start();
  return {
    ...{ scheme, storage, cache, registry, workers, encoders, health, callers, informers, access, alarms },
    ...{ callouts, resolveService },
    webhooks: webhooks.host,
    ranges,
    releaseLeaks,
  };
}

function addStoreChecks(health: Health, storage: Storage, cache: WatchCache, alarms: StoreAlarms): void {
  // Waits as long as a read does; a client's check may give up before.
  health.add('etcd', () => storage.currentRevision({ deadline: Date.now() + storeCheckMs }).then(() => undefined), {
    countsIn: ['healthz', 'readyz'],
  });
  health.add('storage-alarms', alarms.check, { countsIn: [] });
  health.add('informer-sync', () => (cache.isReady() ? undefined : 'the watch cache is still loading'), {
    in: ['readyz'],
  });
}

interface Descent {
  readonly listener: Listener;
  readonly health: Health;
  readonly cache: WatchCache;
  readonly closings: Closing[];
  readonly ending: ServerConfiguration['ending'];
  readonly leave: () => Promise<void>;
}

async function descend({ listener, health, cache, closings, ending, leave }: Descent): Promise<void> {
  health.beginShutdown();
  await leave();
  // In the first half, balancers find out and send no new connections; in the second, those that are open move on.
  await delay(ending.shutdownDelayMs / 2);
  listener.drain();
  await delay(ending.shutdownDelayMs / 2);
  // Watches never end by themselves, so they are closed before the wait for requests begins.
  cache.close();
  const patience = setTimeout(() => listener.cutOff(), ending.gracePeriodMs);
  for (const close of closings.reverse()) await close();
  clearTimeout(patience);
}

function delay(ms: number): Promise<void> {
  return ms === 0 ? Promise.resolve() : new Promise((done) => setTimeout(done, ms));
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= run());
}

/** A message for the operator; undefined for the server's own faults. */
function messageOf(error: unknown, { serving, dataDir }: ServerConfiguration): string | undefined {
  if (isStorageError(error) || isUnwritableFile(error)) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return `port ${serving.port} of ${serving.bindAddress} is in use; choose another with --secure-port, or 0 for any free one`;
    case 'EADDRNOTAVAIL':
      return `this machine has no address ${serving.bindAddress}; choose another with --bind-address`;
    case 'EACCES':
      return `${message}; check who may read and write ${dataDir} and listen on port ${serving.port}`;
    default:
      return code?.startsWith('ERR_OSSL') === true
        ? `the certificate or its key cannot be used: ${message}`
        : undefined;
  }
}
