/** Puts the offload of heavy requests together: the worker, the services that it may call, and its jobs. */
import type { LimitedResource, TolerationSeconds } from '@keelson/admission';
import type { WebhookHost } from '@keelson/admission-webhooks';
import type { WatchCache } from '@keelson/cache';
import type { RegisteredResources } from '@keelson/informers';
import type { AnswerPostedReview, Offload, WriteRanges } from '@keelson/registry';
import type { Release, Scheme } from '@keelson/schema';
import type { Storage } from '@keelson/storage';
import type { Logger } from '@keelson/telemetry';

import type { Access } from '../open-access.ts';
import { createEncoders, type Encoders } from './encode.ts';
import { createOffload } from './offload.ts';
import { createServices } from './services.ts';
import { shareDeclarations } from './shared-declarations.ts';
import { createWorkerPool, type WorkerPool } from './worker-pool.ts';
import { startWorkerThread, type StartConfiguredWorker } from './worker-thread.ts';

/** Out of the configuration of the server. */
export interface OffloadSettings {
  readonly domain: string;
  readonly plugins: readonly string[];
  readonly tolerationSeconds?: TolerationSeconds | undefined;
  readonly limitedResources?: readonly LimitedResource[] | undefined;
  readonly limits: { readonly requestTimeoutMs: number };
  readonly gatesOff: ReadonlySet<string>;
  readonly release: Release;
  readonly store: { readonly eventTtlSeconds: number };
  readonly logger: Logger;
  readonly startWorker?: StartConfiguredWorker | undefined;
}

export interface OpenOffloadParts {
  readonly scheme: Scheme;
  readonly storage: Storage;
  readonly cache: WatchCache;
  readonly access: Access;
  readonly answerPostedReview: AnswerPostedReview;
  readonly resources: RegisteredResources;
  readonly webhooks: WebhookHost;
  readonly ranges: WriteRanges;
}

export interface OpenOffload {
  readonly offload: Offload;
  readonly encoders: Encoders;
  readonly workers: WorkerPool;
}

/** The limit of all callers together, half of it for one of them. Requests beyond it are answered with 429. */
const queue = { tasks: 256, bytes: 64 * 1024 * 1024 };
/** The most that a worker may stand still over one request. */
const mostSilenceMs = 15_000;
/** A worker holds some 80 MB, and takes most of a second to start. */
const idleMs = 60_000;

export function openOffload(settings: OffloadSettings, parts: OpenOffloadParts): OpenOffload {
  const { domain, plugins, gatesOff, release, limits, store, logger, startWorker = startWorkerThread } = settings;
  const { scheme, storage, cache, access, answerPostedReview, resources, webhooks, ranges } = parts;
  const workerSettings = {
    domain,
    prefix: storage.prefix,
    plugins,
    tolerationSeconds: settings.tolerationSeconds,
    limitedResources: settings.limitedResources,
    expirySeconds: store.eventTtlSeconds,
    gatesOff,
    release,
  };
  const serviceParts = {
    scheme,
    storage,
    cache,
    resources,
    authorizer: access.asked,
    held: access.held,
    answerPostedReview,
    webhooks,
    ranges,
  };
  const workers = createWorkerPool({
    start: (listener) => startWorker(workerSettings, listener),
    servicesOf: (job) => createServices(serviceParts, job),
    queue,
    patienceMs: limits.requestTimeoutMs,
    silenceMs: Math.min(limits.requestTimeoutMs, mostSilenceMs),
    idleMs,
    logger,
  });
  const declarations = shareDeclarations(scheme, resources);
  return {
    offload: createOffload({ pool: workers, resources, declarations }),
    encoders: createEncoders({ pool: workers, declarations }),
    workers,
  };
}
