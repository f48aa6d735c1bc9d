/** The webhooks as the main thread has them: their configurations, their connections, and how they fare. */
import { callPatiently, type Callouts } from '@keelson/callouts';
import { headOfOrThrow, type Informers } from '@keelson/informers';
import { notFound, serviceUnavailable, type Status } from '@keelson/meta';
import type { Resource, Scheme } from '@keelson/schema';
import { when, type Logger, type MaybePromise, type Metrics } from '@keelson/telemetry';

import type { HookAnswer, HookCall, LabelsOf, MatchRequest, MatchResult, Phase, WebhookHost } from '../contract.ts';
import { inNamespace, type HookTable } from '../matching/hook-table.ts';
import { createAddressOf, type CredentialsFor } from './address-of.ts';
import { createHookSource, type HookSource } from './hook-source.ts';
import { createWebhookLedger, type WebhookLedger } from './webhook-ledger.ts';
import { createWebhookMetrics } from './webhook-metrics.ts';

export interface WebhookHostParts {
  readonly scheme: Scheme;
  readonly informers: Informers;
  readonly callouts: Pick<Callouts, 'call'>;
  readonly credentialsFor: Readonly<Record<Phase, CredentialsFor>>;
  readonly metrics: Metrics;
  readonly logger: Pick<Logger, 'warn'>;
  /** Sent with each call. */
  readonly userAgent: string;
  /** Requests that come before the configurations are known wait for them, so that none goes by unseen. */
  readonly patienceMs?: number;
}

const usualPatienceMs = 10_000;

export interface LocalWebhookHost extends WebhookHost {
  readonly ledger: WebhookLedger;
  /** All webhooks of a phase, in the order in which they are asked. */
  table(phase: Phase): HookTable;
}

export function createWebhookHost(parts: WebhookHostParts): LocalWebhookHost {
  const { scheme, informers, metrics, credentialsFor, logger, patienceMs = usualPatienceMs } = parts;
  const sourceOf = (phase: Phase): HookSource =>
    createHookSource(phase, { scheme, informers, addressOf: createAddressOf(credentialsFor[phase]) });
  const sources = { mutating: sourceOf('mutating'), validating: sourceOf('validating') };
  const labelsIn = createNamespaceLabels(informers);
  const record = createWebhookMetrics(metrics);
  const ledger = createWebhookLedger(Date.now);
  const calling = { callouts: parts.callouts, headers: headersOf(parts.userAgent) };
  return {
    ledger,
    table: (phase) => sources[phase].table(),
    mayMatch: (phase) => !sources[phase].hasSynced() || !sources[phase].table().isEmpty,
    match: (phase, request) => {
      const source = sources[phase];
      if (source.hasSynced()) return match(scheme, source.table(), request, labelsIn);
      return whenReady(source, patienceMs).then((isReady) =>
        isReady ? match(scheme, source.table(), request, labelsIn) : notReady,
      );
    },
    call: (call) => callHook(calling, sources[call.hook.phase].table(), call),
    report: (report) => {
      record(report);
      ledger.note(report);
      if (report.outcome !== 'failedOpen' && report.outcome !== 'failed') return;
      const { hook, outcome, message } = report;
      const { name, configuration } = hook;
      logger.warn('A webhook failed', { webhook: name, configuration, passes: outcome === 'failedOpen', message });
    },
  };
}

async function whenReady(source: HookSource, patienceMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  const isReady = await Promise.race([source.whenSynced().then(() => true as const), late]);
  clearTimeout(timer);
  return isReady;
}

/** Clients try again what is not available, and never what is forbidden. */
const notReady: MatchResult = {
  ok: false,
  status: serviceUnavailable('not yet ready to handle request: the configurations of webhooks are not read yet', 1),
};

type FoundLabels = { readonly ok: true; readonly labels: LabelsOf } | { readonly ok: false; readonly status: Status };

type LabelsIn = (namespace: string) => MaybePromise<FoundLabels>;

/** The labels of a namespace as the watch cache has it; of one that it has not, as the store has it. */
function createNamespaceLabels({ resources }: Informers): LabelsIn {
  const [namespaces] = resources.where(({ purpose }) => purpose?.kind === 'namespace');
  return (name) => {
    if (namespaces === undefined) return { ok: true, labels: {} };
    const known = namespaces.cache.peek({ name });
    if (known !== undefined) return { ok: true, labels: headOfOrThrow(known).labels };
    const { group, plural: resource } = namespaces.stored;
    const missing = { ok: false, status: notFound({ group, resource }, name) } as const;
    return when(namespaces.cache.get({ name }, { kind: 'mostRecent' }), (got) =>
      got.ok && got.object !== undefined ? { ok: true, labels: headOfOrThrow(got.object).labels } : missing,
    );
  };
}

function match(scheme: Scheme, table: HookTable, request: MatchRequest, labelsIn: LabelsIn): MaybePromise<MatchResult> {
  const { group, version, plural } = request.resource;
  const resource = scheme.resource(group, version, plural);
  if (resource === undefined) return nothing;
  const { operation, subresource, namespace, labels, oldLabels } = request;
  const candidates = table.candidates(resource, operation, subresource);
  if (candidates.all.length === 0) return nothing;
  if (!candidates.selectNamespaces || !isInNamespace(resource, namespace)) {
    return { ok: true, invocations: candidates.everywhere.find(labels, oldLabels) };
  }
  if (isWrittenNamespace(resource, request)) {
    return { ok: true, invocations: inNamespace(candidates, labels ?? {}, false).find(labels, oldLabels) };
  }
  return when(labelsIn(namespace), (found): MatchResult => {
    if (!found.ok) return found;
    return { ok: true, invocations: inNamespace(candidates, found.labels, true).find(labels, oldLabels) };
  });
}

const nothing: MatchResult = { ok: true, invocations: [] };

/** A namespaceSelector exempts no object that is in no namespace. A namespace counts as being in itself. */
function isInNamespace(resource: Resource, namespace: string): boolean {
  return resource.purpose?.kind === 'namespace' || namespace !== '';
}

/** Its new labels count, which nobody else knows yet. */
function isWrittenNamespace(resource: Resource, { operation, subresource }: MatchRequest): boolean {
  if (resource.purpose?.kind !== 'namespace' || subresource !== '') return false;
  return operation === 'CREATE' || operation === 'UPDATE';
}

/** A larger answer is a fault of the webhook. */
const largestAnswer = 8 * 1024 * 1024;

interface Calling {
  readonly callouts: Pick<Callouts, 'call'>;
  readonly headers: Readonly<Record<string, string>>;
}

/** The same for all calls. */
function headersOf(userAgent: string): Readonly<Record<string, string>> {
  const json = 'application/json';
  return Object.freeze({ accept: `${json}, */*`, 'content-type': json, 'user-agent': userAgent });
}

async function callHook(
  { callouts, headers }: Calling,
  table: HookTable,
  { hook, body, endMs }: HookCall,
): Promise<HookAnswer> {
  const compiled = table.hook(hook.uid);
  if (compiled === undefined) return { ok: false, message: 'could not get REST client: the webhook is gone' };
  const { target, path, url } = compiled.address;
  if (typeof target === 'string') return { ok: false, message: target };
  const restMs = endMs === undefined ? Infinity : Math.max(1, endMs - Date.now());
  const timeoutMs = Math.min(hook.timeoutSeconds * 1_000, restMs);
  const query = `?timeout=${Math.ceil(timeoutMs / 1_000)}s`;
  const answer = await callPatiently(callouts, target, {
    method: 'POST',
    path: path + query,
    headers,
    body,
    timeoutMs,
    maxAnswerBytes: largestAnswer,
  });
  // Its configuration cannot be used: nothing was called.
  if (!answer.ok && answer.kind === 'invalid') {
    return { ok: false, message: `could not get REST client: ${answer.message}` };
  }
  if (!answer.ok) return { ok: false, message: `failed to call webhook: Post "${url}${query}": ${answer.message}` };
  return { ok: true, status: answer.status, contentType: contentTypeOf(answer.rawHeaders), body: answer.body };
}

function contentTypeOf(rawHeaders: readonly string[]): string {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-type');
  return at < 0 ? '' : (rawHeaders[at + 1] ?? '');
}
