/**
 * Who owns which fields: the seam to field sets and apply. Objects are in the version
 * of the request, which is the version that entries are written in.
 */
import type { Message } from '@keelson/schema';

import type { ApiObject } from '../objects/api-object.ts';

export interface OwnedWrite {
  readonly message: Message;
  /** As it is stored; absent for a create. Must not be changed. */
  readonly live: ApiObject | undefined;
  /** As it is to be, with the managedFields that the client sent. */
  readonly object: ApiObject;
  readonly manager: string;
  readonly apiVersion: string;
  readonly subresource: string | undefined;
  readonly now: Date;
  /** Top-level fields that this place does not write, so that nobody comes to own them through it. */
  readonly unwritten: readonly string[];
}

export interface Ownership {
  /** Sets `metadata.managedFields` of the object. Never fails: a write is not refused for its bookkeeping. */
  recordUpdate(write: OwnedWrite): void;
}
