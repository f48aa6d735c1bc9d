/** Records creates, updates and patches in `managedFields`. They never conflict: they take the fields they change. */
import { isObject } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';
import { explainFault } from '../topology/check-config.ts';
import { TopologyFault } from '../topology/topology-fault.ts';
import { decodeManagedFields, isClearing, readOwners } from './decode-managed-fields.ts';
import { encodeManagedFields } from './encode-managed-fields.ts';
import { managedFieldsOf, withManagedFields, withoutOwners } from './managed-fields-entry.ts';
import { emptyObject } from './managed-type.ts';
import type { ManagedType } from './managed-type.ts';
import { nobody } from './owner.ts';
import type { Owners } from './owner.ts';
import { restoreEmpty } from './restore-empty.ts';
import { takeOwnership } from './take-ownership.ts';

export interface Update {
  /** Absent when the object is being created. In canonical form, in the version of the request, as `next` is. */
  readonly live?: JsonObject | undefined;
  /** The new object, before the server's own changes (such as a generated selector). */
  readonly next: JsonObject;
  /**
   * The body or patched document that `next` was decoded from. It still has the empty lists that the canonical form
   * drops: an empty `managedFields` clears ownership, other empty lists are owned by their writer.
   */
  readonly sent?: unknown;
  /** See `managerName`. */
  readonly manager: string;
  readonly subresource?: string;
  /** RFC 3339, to the second. The API records none for writes through `scale`. */
  readonly time?: string | undefined;
}

export interface Recorded {
  /** `next` with its owners. */
  readonly object: JsonObject;
  /** Why ownership was dropped: the object does not have the structure of its type. For logs. */
  readonly problem?: string;
}

export function recordUpdate(type: ManagedType, update: Update): Recorded {
  const { live, next, sent, manager, subresource = '', time } = update;
  const owners = ownersOfRequest(update);
  // An object without owners is not tracked until its first apply, even if this write cleared them.
  if (live !== undefined && owners.size === 0) return { object: withManagedFields(next, []) };
  const before = live === undefined ? emptyObject(type) : withoutOwners(live);
  const after = withoutOwners(next);
  try {
    const asSent = isObject(sent) ? restoreEmpty(after, sent) : after;
    const taken = takeOwnership(type, owners, { before, after: asSent, manager, subresource, time });
    return { object: withManagedFields(next, encodeManagedFields(taken)) };
  } catch (error) {
    if (!(error instanceof TopologyFault)) throw error;
    return { object: withManagedFields(next, []), problem: explainFault(type.structure, next, error) };
  }
}

/**
 * Clients may change `managedFields` like other fields, except through a subresource. An absent or unreadable value
 * most likely comes from a client that does not know the field, and keeps the stored one.
 */
function ownersOfRequest({ live, next, sent, subresource = '' }: Update): Owners {
  const ofLive = () => (live === undefined ? nobody : readOwners(managedFieldsOf(live)));
  if (subresource !== '') return ofLive();
  if (isClearing(managedFieldsOf(isObject(sent) ? sent : next))) return nobody;
  const decoded = decodeManagedFields(managedFieldsOf(next));
  return decoded.ok && decoded.owners.size > 0 ? decoded.owners : ofLive();
}
