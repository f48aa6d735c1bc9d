/**
 * The services of the main thread that workers call: the store, the watch cache, the
 * authorizer, answers to reviews. Objects that a job was handed or has stored are recorded,
 * so that its result names these objects and does not bring their bytes back.
 */
import type {
  HookAnswer,
  HookCall,
  HookReport,
  MatchRequest,
  MatchResult,
  Phase,
  WebhookHost,
} from '@keelson/admission-webhooks';
import type { Authorizer, Decision, RulesAnswer, RulesHeld } from '@keelson/auth';
import type {
  GetOutcome,
  ListOutcome,
  ListRequest,
  ObjectName,
  ObjectVersion,
  ReadAt,
  ResourceCache,
  WatchCache,
} from '@keelson/cache';
import type { RegisteredResource, RegisteredResources } from '@keelson/informers';
import type { RequestAttributes, UserInfo } from '@keelson/meta';
import type { AnswerPostedReview, ApiObject, ItemAllocation, Outcome, WriteRanges } from '@keelson/registry';
import type { AllocationRefusal, Scheme } from '@keelson/schema';
import type { ChangeOptions, Storage, StorageWriteOptions, WriteResult } from '@keelson/storage';

import type { PlaceName, PostedReviewCopy, VersionCopy } from './jobs.ts';
import { placeOfName } from './places.ts';
import { bufferOf } from './portable.ts';

type WithCopies<T> = T extends { readonly object: unknown }
  ? Omit<T, 'object'> & { readonly object: VersionCopy | undefined }
  : T extends { readonly objects: unknown }
    ? Omit<T, 'objects'> & { readonly objects: readonly VersionCopy[] }
    : T;

export type GetCopy = WithCopies<GetOutcome>;
export type ListCopy = WithCopies<ListOutcome>;

export interface AllocateCall {
  readonly place: PlaceName;
  readonly object: ApiObject;
  readonly old: ApiObject | undefined;
  readonly isDryRun: boolean;
  readonly deadline: number | undefined;
}

export type AllocatedObject = { readonly object: ApiObject } | { readonly refusal: AllocationRefusal };

/** Each method promises the same as the call of that name. A watch cache is named by its resource. */
export interface Services {
  create(key: string, value: Uint8Array, options?: StorageWriteOptions): Promise<WriteResult>;
  update(key: string, value: Uint8Array, revision: number, options?: StorageWriteOptions): Promise<WriteResult>;
  delete(key: string, revision: number, options?: ChangeOptions): Promise<WriteResult>;
  get(cache: string, name: ObjectName, at?: ReadAt): Promise<GetCopy>;
  list(cache: string, request: ListRequest, at?: ReadAt): Promise<ListCopy>;
  whenLoaded(cache: string): Promise<void>;
  waitFor(revision: number, timeoutMs: number): Promise<boolean>;
  authorize(user: UserInfo, attributes: RequestAttributes): Promise<Decision>;
  rulesFor(user: UserInfo, namespace: string): Promise<RulesAnswer>;
  answerPostedReview(question: PostedReviewCopy): Promise<Outcome<ApiObject> | undefined>;
  /** Completes the object out of the ranges of the cluster, for the job; returns it, or the refusal. */
  allocate(call: AllocateCall): Promise<AllocatedObject>;
  /** The write of the job that was allocated for has ended. */
  endAllocation(revision: number | undefined): Promise<void>;
  catchUpRanges(deadline: number | undefined): Promise<void>;
  matchWebhooks(phase: Phase, request: MatchRequest): Promise<MatchResult>;
  callWebhook(call: HookCall): Promise<HookAnswer>;
  reportWebhook(report: HookReport): Promise<void>;
}

/** The main thread's record of one job. */
export interface JobRecord {
  /** By key and revision. */
  readonly versions: Map<string, ObjectVersion>;
  /** The job has begun to write: it must not be started again, or it would write twice. */
  hasWritten: boolean;
  /** The items that are reserved for the write of the job. */
  allocation?: ItemAllocation | undefined;
}

export function versionId({ key, revision }: { readonly key: string; readonly revision: number }): string {
  return `${String(revision)} ${key}`;
}

export interface ServiceParts {
  readonly scheme: Scheme;
  readonly storage: Pick<Storage, 'create' | 'update' | 'delete'>;
  readonly cache: Pick<WatchCache, 'waitFor' | 'expect'>;
  readonly resources: Pick<RegisteredResources, 'all'>;
  readonly authorizer: Authorizer;
  readonly held: RulesHeld;
  readonly answerPostedReview: AnswerPostedReview;
  readonly webhooks: WebhookHost;
  readonly ranges: WriteRanges;
}

/** The services as one job has them. */
export function createServices(parts: ServiceParts, job: JobRecord): Services {
  const { scheme, cache, authorizer, held } = parts;
  const cacheOf = (name: string) => findOrThrow(parts, (resource) => resource.cache.name === name).cache;
  return {
    ...createWrites(parts, job),
    get: async (name, object, at) => {
      const from = cacheOf(name);
      const got = await from.get(object, at);
      return got.ok ? { ...got, object: got.object && handOut(job, got.object, from) } : got;
    },
    list: async (name, request, at) => {
      const from = cacheOf(name);
      const listed = await from.list(request, at);
      return listed.ok ? { ...listed, objects: listed.objects.map((object) => handOut(job, object, from)) } : listed;
    },
    whenLoaded: (name) => cacheOf(name).whenLoaded(),
    waitFor: (revision, timeoutMs) => cache.waitFor(revision, timeoutMs),
    authorize: async (user, attributes) => authorizer.authorize(user, attributes),
    rulesFor: async (user, namespace) => held.rulesFor(user, namespace),
    answerPostedReview: async ({ place, object, caller, options }) =>
      parts.answerPostedReview(placeOfName(scheme, place), object, caller, options),
    ...createWebhookServices(parts),
    ...createAllocationServices(parts, job),
  };
}

function createWebhookServices({
  webhooks,
}: ServiceParts): Pick<Services, 'matchWebhooks' | 'callWebhook' | 'reportWebhook'> {
  return {
    matchWebhooks: async (phase, request) => {
      const matched = await webhooks.match(phase, request);
      if (!matched.ok) return matched;
      // Compiled webhooks stay here: they are no plain data.
      return { ok: true, invocations: matched.invocations.map(({ hook, target }) => ({ hook, target })) };
    },
    callWebhook: (call) => webhooks.call(call),
    reportWebhook: (report) => {
      webhooks.report(report);
      return Promise.resolve();
    },
  };
}

/** The most that a write may take: a worker that has died ends nothing. */
const longestAllocationMs = 120_000;

function createAllocationServices(
  { scheme, ranges }: ServiceParts,
  job: JobRecord,
): Pick<Services, 'allocate' | 'endAllocation' | 'catchUpRanges'> {
  let timer: NodeJS.Timeout | undefined;
  const end = (revision?: number): void => {
    clearTimeout(timer);
    job.allocation?.end(revision);
    job.allocation = undefined;
  };
  return {
    allocate: async ({ place, ...asked }) => {
      const stored = scheme.storageOf(placeOfName(scheme, place).resource);
      if (job.allocation === undefined) {
        job.allocation = ranges.begin();
        timer = setTimeout(end, longestAllocationMs).unref();
      }
      const refusal = await job.allocation.allocate({ stored, ...asked });
      return refusal === undefined ? { object: asked.object } : { refusal };
    },
    endAllocation: (revision) => {
      end(revision);
      return Promise.resolve();
    },
    catchUpRanges: (deadline) => ranges.catchUp(deadline),
  };
}

type Written = Parameters<WatchCache['expect']>[1];

function createWrites(parts: ServiceParts, job: JobRecord): Pick<Services, 'create' | 'update' | 'delete'> {
  const { storage, cache } = parts;
  const settle = async (writing: Promise<WriteResult>, written?: Written): Promise<WriteResult> => {
    job.hasWritten = true;
    cache.expect(writing, written);
    return writing;
  };
  /** At once after the write: its watch event is near, and reuses these bytes. */
  const accept = (key: string, value: Uint8Array, result: WriteResult): WriteResult => {
    if (!result.ok) return result;
    const { cache: written } = findOrThrow(parts, ({ folder }) => key.startsWith(folder));
    keep(job, written.accept({ key, value, revision: result.revision }));
    return result;
  };
  return {
    create: async (key, value, options) => {
      const bytes = bufferOf(value);
      return accept(key, bytes, await settle(storage.create(key, bytes, options), { key, value: bytes }));
    },
    update: async (key, value, revision, options) => {
      const bytes = bufferOf(value);
      return accept(key, bytes, await settle(storage.update(key, bytes, revision, options), { key, value: bytes }));
    },
    delete: (key, revision, options) => settle(storage.delete(key, revision, options)),
  };
}

function findOrThrow({ resources }: ServiceParts, is: (resource: RegisteredResource) => boolean): RegisteredResource {
  const found = resources.all().find(is);
  if (found === undefined) throw new Error('a worker asked for a resource that is stored nowhere');
  return found;
}

export function keep(job: JobRecord, version: ObjectVersion): void {
  job.versions.set(versionId(version), version);
}

export function handOut(job: JobRecord, version: ObjectVersion, from: Pick<ResourceCache, 'isConformed'>): VersionCopy {
  keep(job, version);
  const { key, revision, value } = version;
  return { key, revision, value, ...(from.isConformed(version) && { isConformed: true }) };
}
