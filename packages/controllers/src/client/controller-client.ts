/**
 * The API as a controller sees it beside its informers: single objects, read and written as a service account. A
 * controller knows nothing of where its requests go; they are authorized, admitted and audited there as anyone's.
 */
import type { CachedObject } from '@keelson/informers';
import type { RequestTarget, Status } from '@keelson/meta';
import type { PatchKind } from '@keelson/registry';

/** Refusals are values. Nothing is retried but what the verbs of the API retry themselves. */
export type ClientReply<T> = { readonly ok: true; readonly object: CachedObject<T> } | ClientRefusal;

export interface ClientRefusal {
  readonly ok: false;
  readonly status: Status;
}

export interface DeleteWish {
  /** Deletes only the object with this uid. */
  readonly uid?: string;
  /** Deletes only this version of the object. */
  readonly resourceVersion?: string;
  readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan';
  readonly gracePeriodSeconds?: number;
}

export type ControllerPatch = Exclude<PatchKind, 'apply'>;

export interface ControllerClient {
  /** The object as of now, or later. */
  get<T>(target: RequestTarget): Promise<ClientReply<T>>;
  create<T>(target: RequestTarget, object: object): Promise<ClientReply<T>>;
  /** Refused with a conflict where the object names another `resourceVersion` than the stored one. */
  update<T>(target: RequestTarget, object: object): Promise<ClientReply<T>>;
  patch<T>(target: RequestTarget, kind: ControllerPatch, patch: unknown): Promise<ClientReply<T>>;
  /** Takes fields from other managers. */
  apply<T>(target: RequestTarget, object: object, fieldManager: string): Promise<ClientReply<T>>;
  delete(target: RequestTarget, wish?: DeleteWish): Promise<{ readonly ok: true } | ClientRefusal>;
}

export function isAlreadyExists(refusal: ClientRefusal): boolean {
  return refusal.status.reason === 'AlreadyExists';
}

export function isNotFound(refusal: ClientRefusal): boolean {
  return refusal.status.code === 404;
}

/** For what a controller cannot go on without: its key is then retried with back-off. */
export function refusedError(refusal: ClientRefusal): Error {
  return new Error(refusal.status.message ?? 'the request was refused');
}

/** The namespace is terminating: the object would go with it. */
export function isNamespaceEnding({ status }: ClientRefusal): boolean {
  return status.details?.causes?.some(({ reason }) => reason === 'NamespaceTerminating') === true;
}

/** Another write came first: an event will show it. */
export function isConflict(refusal: ClientRefusal): boolean {
  return refusal.status.reason === 'Conflict';
}
