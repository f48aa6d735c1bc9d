/** What a registry is made with. */
import type { Window } from '@keelson/cache';
import type { Scheme } from '@keelson/schema';
import type { Storage } from '@keelson/storage';

import type { AdmissionPlugin } from '@keelson/admission';
import type { Caller, Outcome, Place } from './contract.ts';
import type { ApiObject } from './objects/api-object.ts';
import type { Offload } from './offload.ts';

export interface RegistryOptions {
  readonly scheme: Scheme;
  /** Stay the caller's, who closes them afterwards. The resources of the scheme are registered with the window. */
  readonly storage: Pick<Storage, 'create' | 'update' | 'delete' | 'prefix'>;
  readonly window: Pick<Window, 'register' | 'revision' | 'waitFor' | 'expect'>;
  /** Whether objects live in namespaces that exist and are not going. They do unless it is said otherwise. */
  readonly checksNamespaces?: boolean | undefined;
  /** Run after the engine's own. */
  readonly admission?: readonly AdmissionPlugin[] | undefined;
  /** Answers what is posted and stored nowhere, such as reviews, by completing the object. */
  readonly answerQuestion?: AnswerQuestion | undefined;
  /** Takes over what would hold up this thread. Nothing is offloaded without it. */
  readonly offload?: Offload | undefined;
  readonly now?: (() => Date) | undefined;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random?: (() => number) | undefined;
  readonly makeUid?: (() => string) | undefined;
  /** How long objects stay that go by themselves. */
  readonly expirySeconds?: number | undefined;
  /** How long one write waits for the store, over all that it reads and writes there. */
  readonly storeTimeoutMs?: number | undefined;
  /** Watches that do not say how long they last end after at least this, and before twice this. */
  readonly minWatchTimeoutMs?: number | undefined;
}

/**
 * `undefined`: nobody here can answer. The object is in the version of the place, with its
 * defaults and its owners, and may be changed.
 */
export type AnswerQuestion = (
  place: Place,
  object: ApiObject,
  caller: Caller,
  options: QuestionOptions,
) => Promise<Outcome<ApiObject> | undefined> | undefined;

/** How a question was asked, beside what is in it. */
export interface QuestionOptions {
  /** Side effects of answering, such as issuing a token, are left out. */
  readonly isDryRun: boolean;
  /** The answer may explain itself at length. */
  readonly wantsReasons: boolean;
}

export const defaultExpirySeconds = 60 * 60;
export const defaultMinWatchTimeoutMs = 30 * 60_000;
