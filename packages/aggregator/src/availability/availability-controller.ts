/**
 * Keeps the condition `Available` of each APIService: looks at its Service and Endpoints, then asks its server. Checked when
 * one of these objects changes, and every 30 seconds. Every replica runs it, as each has to reach the server; a status
 * that says the same is not written again.
 */
import { localCondition, type APIService, type Endpoints, type Service } from '@keelson/api';
import {
  createBackoff,
  createWorkQueue,
  startWorkers,
  type CachedObject,
  type Informer,
  type Informers,
  type RecordQueue,
  type ReconcileResult,
} from '@keelson/informers';
import { timeText, type Registry } from '@keelson/registry';
import type { Logger } from '@keelson/telemetry';

import {
  aggregatorCaller,
  isApiServiceOutdated,
  readApiService,
  type ApiServices,
} from '../api-services/api-services.ts';
import type { RegisteredRemote, RemoteApis } from '../remote/remote-apis.ts';
import type { AvailabilityMetrics } from './availability-metrics.ts';
import { checkBackend } from './check-backend.ts';
import type { CheckDiscovery } from './check-discovery.ts';
import { findAvailable, passed, withVerdict, type Verdict } from './verdict.ts';

export interface AvailabilityParts {
  readonly apiServices: ApiServices;
  readonly remotes: Pick<RemoteApis, 'remoteOf'>;
  readonly informers: Informers;
  readonly registry: Registry;
  readonly checkDiscovery: CheckDiscovery;
  readonly metrics: AvailabilityMetrics;
  readonly record?: RecordQueue | undefined;
  readonly logger: Logger;
  readonly now?: () => Date;
}

export interface AvailabilityController {
  /** No further APIService is checked. Resolves when no check is under way. */
  stop(): Promise<void>;
}

const workers = 5;
const retries = { baseMs: 5, maxMs: 30_000 };
const recheckMs = 30_000;

export function startAvailabilityController(parts: AvailabilityParts): AvailabilityController {
  const { apiServices, informers, metrics, record, logger } = parts;
  const { informer } = apiServices;
  const backends = {
    services: informerOf<Service>(informers, 'service'),
    endpoints: informerOf<Endpoints>(informers, 'endpoints'),
  };
  const queue = createWorkQueue({
    name: 'AvailableConditionController',
    backoff: createBackoff(retries),
    ...(record && { record }),
  });
  const byBackend = informer.addIndex((cached) => {
    const { service } = readApiService(cached)?.spec ?? {};
    return service === undefined ? [] : [`${service.namespace ?? ''}/${service.name ?? ''}`];
  });
  const addDependents = ({ namespace, name }: CachedObject<unknown>): void => {
    for (const each of byBackend.get(`${namespace}/${name}`)) queue.add(each.name);
  };
  const dependents = {
    onAdd: addDependents,
    onUpdate: (_: unknown, cached: CachedObject<unknown>) => addDependents(cached),
    onDelete: addDependents,
  };
  const removers = [
    informer.addHandler({
      onAdd: ({ name }) => queue.add(name),
      onUpdate: (_, { name }) => queue.add(name),
      onDelete: ({ name }) => {
        metrics.forget(name);
        queue.forget(name);
      },
    }),
    backends.services.addHandler(dependents),
    backends.endpoints.addHandler(dependents),
  ];
  let isStopped = false;
  const reconcile = async (name: string): Promise<ReconcileResult | undefined> => {
    await Promise.all([backends.services.whenSynced(), backends.endpoints.whenSynced()]);
    const cached = informer.get({ name });
    const service = cached && readApiService(cached);
    if (cached === undefined || service === undefined) return undefined;
    const remote = parts.remotes.remoteOf(service.spec.group ?? '', service.spec.version ?? '');
    const verdict = remote === undefined ? localVerdict : await judge(remote, backends, parts.checkDiscovery);
    // A check that the end of the server has cut off says nothing.
    if (isStopped) return undefined;
    await writeVerdict(parts, cached, service, verdict);
    if (verdict.reason === failedCheck) return { backsOff: true };
    return remote === undefined ? undefined : { requeueAfterMs: recheckMs };
  };
  startWorkers({ queue, reconcile, count: workers, name: 'AvailableConditionController', logger });
  return {
    stop: () => {
      isStopped = true;
      for (const remove of removers) remove();
      return queue.shutDown();
    },
  };
}

const failedCheck = 'FailedDiscoveryCheck';

type Backends = Parameters<typeof checkBackend>[1];

async function judge(remote: RegisteredRemote, backends: Backends, check: CheckDiscovery): Promise<Verdict> {
  const fault = checkBackend(remote.service, backends);
  if (fault !== undefined) return fault;
  const message = await check(remote);
  return message === undefined ? passed : { status: 'False', reason: failedCheck, message };
}

const { reason: localReason = '', message: localMessage = '' } = localCondition(null);
const localVerdict: Verdict = { status: 'True', reason: localReason, message: localMessage };

function informerOf<T>(informers: Informers, purpose: 'service' | 'endpoints'): Informer<T> {
  const [found] = informers.resources.where((stored) => stored.purpose?.kind === purpose);
  if (found === undefined) throw new Error(`no declared resource has the purpose ${purpose}`);
  return informers.informer<T>(found.stored);
}

/** Rejects if it has to be tried again. */
async function writeVerdict(
  { registry, apiServices, metrics, now = () => new Date() }: AvailabilityParts,
  { name, version }: CachedObject<APIService>,
  service: APIService,
  verdict: Verdict,
): Promise<void> {
  const isAvailable = verdict.status === 'True';
  metrics.note(name, isAvailable);
  const conditions = withVerdict(service, verdict, timeText(now()));
  if (conditions === undefined) return;
  const patch = { metadata: { resourceVersion: String(version.revision) }, status: { conditions } };
  const written = await registry.patch(
    { resource: apiServices.resource, name, subresource: 'status' },
    { patch: { kind: 'merge', bytes: Buffer.from(JSON.stringify(patch)) }, options: {}, caller: aggregatorCaller },
  );
  if (!written.ok && !isApiServiceOutdated(written.status.code))
    throw new Error(written.status.message ?? 'it was refused');
  const wasAvailable = findAvailable(service)?.status === 'True';
  if (written.ok && wasAvailable && !isAvailable) metrics.noteLoss(name, verdict.reason);
}
