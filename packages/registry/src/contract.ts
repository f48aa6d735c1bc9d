/**
 * The interface between the request surface and the engine that carries requests out:
 * places, options, answers. It knows no HTTP, and no kind by name.
 *
 * Options are text, as clients wrote them: the errors in them are worded here,
 * so that every caller gives the same answer.
 */
import type { ObjectVersion, CacheWatch, WatchEncoder } from '@keelson/cache';
import type { AuditAnnotation } from '@keelson/admission';
import type { RequestTarget, Status, UserInfo } from '@keelson/meta';
import type { Message, Printed, Resource } from '@keelson/schema';
import type { MaybePromise } from '@keelson/telemetry';

/** Refusals are values, complete with code, reason, message and details. Only broken promises throw. */
export type Outcome<T> = Done<T> | Refused;

export interface Done<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Refused extends Notes {
  readonly ok: false;
  readonly status: Status;
}

/** Notes of a request beside its answer, also where it was refused. */
export interface Notes {
  /** For the Warning headers, a text each. */
  readonly warnings?: readonly string[] | undefined;
  readonly annotations?: readonly AuditAnnotation[] | undefined;
}

export interface Caller {
  readonly user: UserInfo;
  /** Names the field manager where the request does not. */
  readonly userAgent: string;
}

/**
 * The encoding of an answer's bytes: JSON of this kind and version. For a stored object
 * that is the stored version, which need not be the one asked for.
 */
export interface Form extends Printed {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly message: Message;
  /**
   * The stored version's declaration, from which the others are converted, or that of the request where another server
   * converts. Absent for a form that is not stored, such as Scale.
   */
  readonly resource?: Resource | undefined;
  /** Older versions of the group that a body may be in: they have the same fields. */
  readonly alsoIn?: readonly string[] | undefined;
}

/** One object. The bytes are shared with other readers: never write to them. */
export interface Answer {
  readonly object: ObjectVersion;
  readonly form: Form;
}

export interface GetOptions {
  readonly resourceVersion?: string | undefined;
}

/** The query parameters of list, watch and deletecollection, by their names. */
export interface ListOptions {
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: string | undefined;
  readonly limit?: string | undefined;
  readonly continue?: string | undefined;
  readonly timeoutSeconds?: string | undefined;
  /** With sendInitialEvents of newer clients: one bookmark marked as the end of the initial events. */
  readonly allowWatchBookmarks?: string | undefined;
  readonly sendInitialEvents?: string | undefined;
}

export interface ListAnswer extends Notes {
  /** In the order of keys. Shared objects; the array is the caller's. */
  readonly objects: readonly ObjectVersion[];
  readonly form: Form;
  /** The list's `metadata`, as text where the API has text. */
  readonly resourceVersion: string;
  readonly continue?: string | undefined;
  readonly remainingItemCount?: number | undefined;
  /** Of objects that may be held for this answer alone; absent where all are shared with others. */
  readonly ownBytes?: number | undefined;
}

export interface WatchStream {
  /** One for each representation, shared by all requests that want it. Called with objects of the form of answers. */
  readonly encoder: WatchEncoder;
  readonly sink: WatchSink;
}

export interface WatchSink {
  /** As in the watch cache: all chunks due in this turn. `false` says the consumer is full; `Watch.resume` goes on. */
  onChunks(chunks: readonly Uint8Array[]): boolean | undefined;
  /**
   * The last call, made once unless the watch was closed. With a Status, the client is
   * sent an event of type ERROR that holds it; without one the stream just ends.
   */
  onEnd(end: WatchEnding): void;
}

export interface WatchEnding {
  readonly reason: 'timeout' | 'tooSlow' | 'compacted' | 'historyRestarted' | 'reset' | 'closed' | 'failed';
  readonly status?: Status | undefined;
  /** The cause of the failure, for the log. */
  readonly error?: unknown;
}

export type BodyFormat = 'json' | 'yaml' | 'protobuf';

export interface Body {
  readonly format: BodyFormat;
  readonly bytes: Uint8Array;
}

/** The query parameters of create, update and patch, by their names. */
export interface WriteOptions {
  /** Every value that was given. A bare `?dryRun` is given as `All`; `?dryRun=` is the empty text, and refused. */
  readonly dryRun?: readonly string[] | undefined;
  readonly fieldManager?: string | undefined;
  readonly fieldValidation?: string | undefined;
  /** For patch alone. */
  readonly force?: string | undefined;
  /** For questions alone: the answer says why, at length. Our own word; clients of others do not know it. */
  readonly explain?: string | undefined;
  /** The time for which the client waits, such as `10s`. Webhooks have no more than that. */
  readonly timeout?: string | undefined;
}

export interface WriteRequest {
  readonly body: Body;
  readonly options: WriteOptions;
  readonly caller: Caller;
}

export type PatchKind = 'json' | 'merge' | 'strategic' | 'apply';

export interface PatchRequest {
  readonly patch: { readonly kind: PatchKind; readonly bytes: Uint8Array };
  readonly options: WriteOptions;
  readonly caller: Caller;
}

/** For `binding` and `eviction` the object is a Status, as its form says. */
export interface WriteAnswer extends Answer, Notes {
  /** Created by this request: 201 rather than 200. */
  readonly isCreated: boolean;
  readonly warnings: readonly string[];
}

/** The query parameters of delete and deletecollection. They count only where the body has no DeleteOptions. */
export interface DeleteQuery {
  readonly dryRun?: readonly string[] | undefined;
  readonly gracePeriodSeconds?: string | undefined;
  readonly orphanDependents?: string | undefined;
  readonly propagationPolicy?: string | undefined;
  readonly timeout?: string | undefined;
  /** Preconditions. */
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

export interface DeleteRequest {
  /** DeleteOptions. An empty body is none. */
  readonly body?: Body | undefined;
  readonly options: DeleteQuery;
  readonly caller: Caller;
}

/** A request to be proxied to what stands behind an object. */
export interface ConnectRequest {
  /** All values of a query parameter. */
  query(name: string): readonly string[];
  /** The rest of the path behind the subresource; empty where there is none. */
  readonly path: string;
  readonly caller: Caller;
}

/** In the canonical form of the message that is declared for them. */
export type ConnectOptions = Readonly<Record<string, unknown>>;

export interface ConnectAnswer extends Notes {
  /** As admission left them. */
  readonly options: ConnectOptions;
}

/** Some deletes answer with the object as it was or now is, others with a Status. `isAccepted`: 202 rather than 200. */
export type DeleteAnswer = Notes & { readonly isAccepted: boolean; readonly warnings: readonly string[] } & (
    { readonly kind: 'object'; readonly answer: Answer } | { readonly kind: 'status'; readonly status: Status }
  );

/**
 * The verbs. A promise rejects only with faults of the server itself;
 * a store that does not answer is a refusal (a Status of 5xx), not a rejection.
 */
export interface Registry {
  /** At once where it can. Freshness: most recent without a resourceVersion, any at "0", else not older than it. */
  get(place: RequestTarget, options: GetOptions): MaybePromise<Outcome<Answer>>;
  /** Freshness: as the list table says. All objects are of one revision. */
  list(place: RequestTarget, options: ListOptions): Promise<Outcome<ListAnswer>>;
  /** Returns at once: faults in the options are a refusal, later failures end the stream. */
  watch(place: RequestTarget, options: ListOptions, stream: WatchStream): Outcome<CacheWatch>;
  /** With a name in the place (a subresource such as `binding`), the object it is about exists. */
  create(place: RequestTarget, request: WriteRequest): Promise<Outcome<WriteAnswer>>;
  /** Retry: an update without resourceVersion is tried again against fresh objects; with one it is tried once. */
  update(place: RequestTarget, request: WriteRequest): Promise<Outcome<WriteAnswer>>;
  patch(place: RequestTarget, request: PatchRequest): Promise<Outcome<WriteAnswer>>;
  delete(place: RequestTarget, request: DeleteRequest): Promise<Outcome<DeleteAnswer>>;
  /**
   * Answers with the list of deleted objects, each as it was before. Not a
   * transaction: each object is deleted separately, and some may be deleted before a refusal.
   */
  deleteCollection(place: RequestTarget, request: DeleteRequest, options: ListOptions): Promise<Outcome<ListAnswer>>;
  /** Reads the options and asks admission; the connection is made by the caller. Whether the object exists is not known then. */
  connect(place: RequestTarget, request: ConnectRequest): Promise<Outcome<ConnectAnswer>>;
}
