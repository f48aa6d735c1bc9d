/**
 * Admission plugins: mutate or reject a write before it is stored. A plugin knows neither HTTP nor the store; it reads
 * other objects through the listers that it is given.
 */
import type { ObjectMeta } from '@keelson/api';
import type { RequestTarget, Status, UserInfo } from '@keelson/meta';
import type { GroupVersionKind, Message, Resource } from '@keelson/schema';

/** `connect` is asked about subresources that are proxied, such as `exec`; its object is made of the query. */
export type AdmissionOperation = 'create' | 'update' | 'delete' | 'connect';

/** In canonical form. */
export interface AdmissionObject {
  metadata: ObjectMeta;
  [field: string]: unknown;
}

/** The kind and version of an object. `resource` is absent for kinds that are not stored, such as Scale. */
export interface ObjectForm extends GroupVersionKind {
  readonly message: Message;
  readonly resource?: Resource | undefined;
}

/** An annotation of the audit event of the request, written from this level on. */
export interface AuditAnnotation {
  readonly key: string;
  readonly value: string;
  readonly level: 'Metadata' | 'Request';
}

/** The rounds that the mutating plugins have on one request: two at most. */
export interface AdmissionRounds {
  readonly isSecond: boolean;
  /** Set by a plugin whose change the plugins before it have to see. Without effect in the second round. */
  needsAnother: boolean;
}

export interface AdmissionRequest {
  readonly operation: AdmissionOperation;
  readonly place: RequestTarget;
  /** The name as the request states it, where it is not that of the place: empty for each object of a deletecollection. */
  readonly name?: string | undefined;
  /**
   * The object as it is asked for, absent for a delete. A mutating plugin may change it, or put another of the same
   * form into its place.
   */
  object?: AdmissionObject | undefined;
  /** The form of `object`: that of the place for mutating plugins, the stored one for validating plugins. */
  readonly form?: ObjectForm | undefined;
  /** As it is stored; must not be changed. Absent for a create. */
  readonly old?: AdmissionObject | undefined;
  readonly oldForm?: ObjectForm | undefined;
  /** The JSON of `old`, where it is at hand. Shared: must not be changed. */
  readonly oldBytes?: Uint8Array | undefined;
  readonly isDryRun: boolean;
  readonly caller: { readonly user: UserInfo };
  readonly warn: (text: string) => void;
  readonly annotate?: ((annotation: AuditAnnotation) => void) | undefined;
  /** `CreateOptions` and the like, as JSON; `undefined` for a connect. */
  readonly options?: (() => object | undefined) | undefined;
  /** When the request ends, in milliseconds since 1970. */
  readonly deadlineMs?: number | undefined;
  /** Told of time spent on waiting for others, which is not taken from the time that the store has. */
  readonly noteWaited?: ((ms: number) => void) | undefined;
  readonly rounds?: AdmissionRounds | undefined;
}

/** Each method returns a rejection, or undefined. They run again when a write is retried. */
export interface AdmissionPlugin {
  readonly name: string;
  /** Returns false for requests that the plugin ignores, which then cost nothing. Most plugins ignore most requests. */
  concerns?(request: AdmissionRequest): boolean;
  /** Asked about connections too. Others are not, whatever `concerns` says. */
  readonly handlesConnect?: boolean;
  /** Returns true if the plugin has side effects for this request. A dry run is then refused. */
  hasSideEffects?(request: AdmissionRequest): boolean;
  /** May change the object. Runs before name generation and validation. */
  admit?(request: AdmissionRequest): Status | undefined | Promise<Status | undefined>;
  /** Must not change the object. Runs on the object as it will be stored, in the stored version. */
  validate?(request: AdmissionRequest): Status | undefined | Promise<Status | undefined>;
}
