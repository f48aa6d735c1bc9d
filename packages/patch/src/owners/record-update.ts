/** Records a create, an update or a patch in `managedFields`. Such writes never fail on what others own: they take it. */
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
  /** The object as it shall be, before the server changes it on its own (such as by generating a selector). */
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
  /** Why nobody is recorded any more, when the object does not have the structure of its type; for logs. */
  readonly problem?: string;
}

export function recordUpdate(type: ManagedType, update: Update): Recorded {
  const { live, next, sent, manager, subresource = '', time } = update;
  const owners = ownersOfRequest(update);
  // An object nobody owns is not tracked until somebody applies it, be it that its owners were cleared just now.
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
 * Clients may change `managedFields` as they change other fields, except through a subresource. Who sends none, or
 * what cannot be read, most likely does not know of them and changes nothing.
 */
function ownersOfRequest({ live, next, sent, subresource = '' }: Update): Owners {
  const ofLive = () => (live === undefined ? nobody : readOwners(managedFieldsOf(live)));
  if (subresource !== '') return ofLive();
  if (isClearing(managedFieldsOf(isObject(sent) ? sent : next))) return nobody;
  const decoded = decodeManagedFields(managedFieldsOf(next));
  return decoded.ok && decoded.owners.size > 0 ? decoded.owners : ofLive();
}
