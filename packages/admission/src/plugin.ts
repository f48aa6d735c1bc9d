/**
 * Admission plugins: mutate or reject a write before it is stored. A plugin knows neither HTTP nor the store; it reads
 * other objects through the listers that it is given.
 */
import type { ObjectMeta } from '@keelson/api';
import type { RequestTarget, Status, UserInfo } from '@keelson/meta';

export type AdmissionOperation = 'create' | 'update' | 'delete';

/** In canonical form, in the version of `place.resource`, which also tells the kind. */
export interface AdmissionObject {
  metadata: ObjectMeta;
  [field: string]: unknown;
}

export interface AdmissionRequest {
  readonly operation: AdmissionOperation;
  readonly place: RequestTarget;
  /** As asked for. Absent for a delete. */
  readonly object?: AdmissionObject | undefined;
  /** As it is stored; must not be changed. Absent for a create. */
  readonly old?: AdmissionObject | undefined;
  readonly isDryRun: boolean;
  readonly caller: { readonly user: UserInfo };
  readonly warn: (text: string) => void;
}

/** Each method returns a rejection, or undefined. They run again when a write is retried. */
export interface AdmissionPlugin {
  readonly name: string;
  /** Returns false for requests that the plugin ignores, which then cost nothing. Most plugins ignore most requests. */
  concerns?(request: AdmissionRequest): boolean;
  /** Returns true if the plugin has side effects for this request. A dry run is then refused. */
  hasSideEffects?(request: AdmissionRequest): boolean;
  /** May change the object. Runs before name generation and validation. */
  admit?(request: AdmissionRequest): Status | undefined | Promise<Status | undefined>;
  /** Must not change the object. Runs on the object as it will be stored, in the stored version. */
  validate?(request: AdmissionRequest): Status | undefined | Promise<Status | undefined>;
}
