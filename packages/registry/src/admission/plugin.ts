/**
 * What may change or refuse a write before it is stored. Plugins are handed in; which
 * there are, and in what order they run, is not decided here.
 */
import type { Status } from '@keelson/meta';

import type { Caller, Place } from '../contract.ts';
import type { ApiObject } from '../objects/api-object.ts';

export type Operation = 'create' | 'update' | 'delete';

export interface AdmissionRequest {
  readonly operation: Operation;
  readonly place: Place;
  /** As asked for, in the version of the place. Absent for a delete. */
  readonly object?: ApiObject | undefined;
  /** As it is stored; must not be changed. Absent for a create. */
  readonly old?: ApiObject | undefined;
  readonly isDryRun: boolean;
  readonly caller: Caller;
  readonly warn: (text: string) => void;
}

/** Each answers with a refusal, or nothing. Called again when a write has to be tried again. */
export interface AdmissionPlugin {
  readonly name: string;
  /** May change the object. Runs before names are made and rules are checked. */
  admit?(request: AdmissionRequest): Promise<Status | undefined>;
  /** May not. Runs on what is about to be stored, in the stored version. */
  validate?(request: AdmissionRequest): Promise<Status | undefined>;
}
