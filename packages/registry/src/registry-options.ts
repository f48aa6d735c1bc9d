/** The options that a registry is created with. */
import type { WatchCache } from '@keelson/cache';
import type { RegisteredResources } from '@keelson/informers';
import type { RequestTarget } from '@keelson/meta';
import type { FieldGates, Resource, Scheme } from '@keelson/schema';
import type { Storage } from '@keelson/storage';

import type { AdmissionMetrics, AdmissionPlugin } from '@keelson/admission';
import type { WriteRanges } from './allocation/write-ranges.ts';
import type { Caller, Outcome } from './contract.ts';
import type { ApiObject } from './objects/api-object.ts';
import type { Offload } from './offload.ts';

export interface RegistryOptions {
  readonly scheme: Scheme;
  /** The caller closes them afterwards. */
  readonly storage: Pick<Storage, 'create' | 'update' | 'delete' | 'prefix'>;
  readonly cache: Pick<WatchCache, 'register' | 'revision' | 'waitFor' | 'expect'>;
  /** The resources of the scheme as they are registered with this watch cache. They are registered here by default. */
  readonly resources?: RegisteredResources | undefined;
  /** Addresses and ports of the cluster. Nothing is allocated without them. */
  readonly ranges?: WriteRanges | undefined;
  /** Require namespaces that exist and are not terminating. True by default. */
  readonly checksNamespaces?: boolean | undefined;
  /** Run after the engine's own. */
  readonly admission?: readonly AdmissionPlugin[] | undefined;
  /** Measures admission. Nothing is measured without it. */
  readonly observeAdmission?: AdmissionMetrics | undefined;
  /** Answers objects that are posted and not stored, such as reviews, by completing the object. */
  readonly answerPostedReview?: AnswerPostedReview | undefined;
  /** Makes the objects of observed resources. Without it there are none. */
  readonly observe?: Observe | undefined;
  /** Runs heavy requests on another thread. Nothing is offloaded without it. */
  readonly offload?: Offload | undefined;
  /** All gates are on without them. */
  readonly gates?: FieldGates | undefined;
  /** Features that requests may ask for beyond the plain verbs. All of them without it. */
  readonly features?: RegistryFeatures | undefined;
  readonly now?: (() => Date) | undefined;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random?: (() => number) | undefined;
  readonly makeUid?: (() => string) | undefined;
  /** The time to live of objects that expire by themselves. */
  readonly expirySeconds?: number | undefined;
  /** The timeout of one write, over all that it reads and writes in the store. */
  readonly storeTimeoutMs?: number | undefined;
  /** The time limit of a request, all webhooks that it waits for included. */
  readonly requestTimeoutMs?: number | undefined;
  /** Watches without timeoutSeconds end after at least this, and before twice this. */
  readonly minWatchTimeoutMs?: number | undefined;
}

export interface RegistryFeatures {
  /** False: `limit` and `continue` of lists are ignored. */
  readonly listsInPages: boolean;
  /** Pages say how many objects are left. */
  readonly countsRemaining: boolean;
  /** False: `fieldValidation` is read and ignored. */
  readonly validatesFields: boolean;
  /** Answers to writes warn of what is deprecated or doubtful in an object. */
  readonly warnsOfObjects: boolean;
}

export const allFeatures: RegistryFeatures = {
  listsInPages: true,
  countsRemaining: true,
  validatesFields: true,
  warnsOfObjects: true,
};

/** All objects of a resource as they are at this moment, in its version; of one name alone where it is given. */
export type Observe = (resource: Resource, name: string | undefined) => Promise<readonly ObservedObject[]>;

export interface ObservedObject {
  readonly metadata: { readonly name?: string; readonly labels?: Readonly<Record<string, string>> };
}

/**
 * `undefined`: this server has no answer. The object is in the version of the place, with its
 * defaults and its owners, and may be changed.
 */
export type AnswerPostedReview = (
  place: RequestTarget,
  object: ApiObject,
  caller: Caller,
  options: PostedReviewOptions,
) => Promise<Outcome<ApiObject> | undefined> | undefined;

/** The options of a review, which are not part of its object. */
export interface PostedReviewOptions {
  /** Side effects of answering, such as issuing a token, are left out. */
  readonly isDryRun: boolean;
  /** The answer may explain itself at length. */
  readonly wantsReasons: boolean;
}

export const defaultRequestTimeoutMs = 60_000;
export const defaultExpirySeconds = 60 * 60;
export const defaultMinWatchTimeoutMs = 30 * 60_000;
