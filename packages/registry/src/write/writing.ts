/** The state of one write: its target, its options, and the parts it may use. */
import type { RequestTarget } from '@keelson/meta';
import type { Storage } from '@keelson/storage';
import type { FieldGates, Resource, Scheme } from '@keelson/schema';

import type { ItemAllocation, WriteRanges } from '../allocation/write-ranges.ts';
import type { AdmissionChain } from '../admission/run-admission.ts';
import type { Caller } from '../contract.ts';
import type { WritePlan } from '../options/write-options.ts';
import type { Offload } from '../offload.ts';
import type { Store } from '../resources/stores.ts';
import type { TakenNotes } from './notes.ts';
import type { Ownership } from './ownership.ts';

/** The dependencies that all writes share. */
export interface WriteParts {
  readonly scheme: Scheme;
  readonly storage: Pick<Storage, 'create' | 'update' | 'delete' | 'prefix'>;
  readonly admission: AdmissionChain;
  /** The store of namespaces, if objects may only be created in those that exist and are not terminating. */
  readonly namespaces: () => Store | undefined;
  /** The store of the definitions of custom resources. */
  readonly definitions: () => Store | undefined;
  /** Absent where nothing is allocated. */
  readonly ranges: WriteRanges | undefined;
  readonly ownership: Ownership;
  readonly gates: FieldGates;
  readonly validatesFields: boolean;
  readonly warnsOfObjects: boolean;
  readonly now: () => Date;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  readonly makeUid: () => string;
  /** The time to live of objects that expire by themselves. */
  readonly expirySeconds: number;
  /** The timeout of one request's work with the store. */
  readonly storeTimeoutMs: number;
  /** The time limit of a request, webhooks included. */
  readonly requestTimeoutMs: number;
  /**
   * The deadline of what a request waits for the store, in milliseconds since 1970: `postpone` moves it on. `undefined`
   * for work that belongs to no request.
   */
  deadline: number | undefined;
  readonly offload: Offload | undefined;
  /** Called for each object that is no longer stored. `undefined` where nothing is deleted with it. */
  readonly cascade: (deleted: DeletedObject) => Promise<void> | undefined;
}

/** The parts that changes of stored objects need. */
export type StoreParts = Pick<
  WriteParts,
  'storage' | 'expirySeconds' | 'namespaces' | 'definitions' | 'ranges' | 'deadline' | 'cascade'
>;

export interface DeletedObject {
  readonly parts: StoreParts;
  readonly store: Store;
  readonly namespace: string | undefined;
  readonly name: string;
}

export interface Writing extends TakenNotes {
  readonly parts: WriteParts;
  readonly store: Store;
  readonly place: RequestTarget;
  /** The declaration whose rules the object follows: that of the stored version, or, where that is a hub, of the request. */
  readonly ruling: Resource;
  readonly plan: WritePlan;
  readonly caller: Caller;
  /** When the request ends, in milliseconds since 1970. */
  readonly endMs: number;
  /** Of writes of objects that are given items of ranges. */
  readonly allocation?: ItemAllocation | undefined;
}
