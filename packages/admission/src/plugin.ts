/**
 * What may change or refuse a write before it is stored. It knows neither HTTP nor the
 * store; what else there is, a plugin looks up on shelves that it is given.
 */
import type { ObjectMeta } from '@keelson/api';
import type { Status } from '@keelson/meta';
import type { Resource } from '@keelson/schema';

export type Operation = 'create' | 'update' | 'delete';

/** Canonical, in the version of the place; its kind is known from there. */
export interface AdmissionObject {
  metadata: ObjectMeta;
  [field: string]: unknown;
}

export interface AdmittedUser {
  readonly name: string;
  readonly uid?: string | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

export interface AdmissionRequest {
  readonly operation: Operation;
  readonly place: {
    /** The declaration of the version that was asked for. */
    readonly resource: Resource;
    readonly namespace?: string | undefined;
    readonly name?: string | undefined;
    readonly subresource?: string | undefined;
  };
  /** As asked for. Absent for a delete. */
  readonly object?: AdmissionObject | undefined;
  /** As it is stored; must not be changed. Absent for a create. */
  readonly old?: AdmissionObject | undefined;
  readonly isDryRun: boolean;
  readonly caller: { readonly user: AdmittedUser };
  readonly warn: (text: string) => void;
}

/** Each answers with a refusal, or nothing. Called again when a write has to be tried again. */
export interface AdmissionPlugin {
  readonly name: string;
  /** Whether it has a say in this request at all. Most have none in most: who says so costs nothing there. */
  concerns?(request: AdmissionRequest): boolean;
  /** Whether it does anything for this request that outlasts it. A dry run refuses what would. */
  hasSideEffects?(request: AdmissionRequest): boolean;
  /** May change the object. Runs before names are made and rules are checked. */
  admit?(request: AdmissionRequest): Status | undefined | Promise<Status | undefined>;
  /** May not. Runs on what is about to be stored, in the stored version. */
  validate?(request: AdmissionRequest): Status | undefined | Promise<Status | undefined>;
}
