/** Owners of an object's fields: the managers of `managedFields`, with their sets decoded. */
import { isSameSet } from '../field-sets/field-set.ts';
import type { FieldSet } from '../field-sets/field-set.ts';
import type { ManagedFieldsEntry } from './managed-fields-entry.ts';

export type ManagerOperation = 'Apply' | 'Update';

export interface ManagerIdentity {
  readonly manager: string;
  readonly operation: ManagerOperation;
  readonly apiVersion: string;
  /** Empty for the object itself. */
  readonly subresource: string;
}

export interface Owner extends ManagerIdentity {
  readonly fields: FieldSet;
  /** When it last took, or gave up, a field. */
  readonly time: string | undefined;
  /** The stored entry that it was decoded from, reused as long as it says the same. */
  readonly entry?: ManagedFieldsEntry;
}

/** By `ownerId`. Never changed once made. */
export type Owners = ReadonlyMap<string, Owner>;

export const nobody: Owners = new Map();

/**
 * The identity of a manager: an applier is the same in every API version, an updater is another one in each. Sorts as
 * the API sorts managers in its messages.
 */
export function ownerId({ manager, operation, apiVersion, subresource }: ManagerIdentity): string {
  const named = manager === '' ? '{' : `{"manager":${quoted(manager)},`;
  const inVersion = operation === 'Update' ? `,"apiVersion":${quoted(apiVersion)}` : '';
  const within = subresource === '' ? '' : `,"subresource":${quoted(subresource)}`;
  return `${named}"operation":"${operation}"${inVersion}${within}}`;
}

const plainText = /^[ !#-[\]-~]*$/;

/** As JSON, with a fast path for plain names: every write computes several ids. */
function quoted(text: string): string {
  return plainText.test(text) ? `"${text}"` : JSON.stringify(text);
}

export function isSameOwner(a: Owner, b: Owner): boolean {
  return a.apiVersion === b.apiVersion && isSameSet(a.fields, b.fields);
}

/** Maps the fields of each owner and drops owners without fields. Returns `owners` itself if nothing changes. */
export function mapFields(owners: Owners, change: (owner: Owner, id: string) => FieldSet): Owners {
  let changed: Map<string, Owner> | undefined;
  for (const [id, owner] of owners) {
    const fields = change(owner, id);
    if (fields === owner.fields && fields.size > 0) continue;
    changed ??= new Map(owners);
    if (fields.size === 0) changed.delete(id);
    else changed.set(id, withFields(owner, fields));
  }
  return changed ?? owners;
}

/** The owner of other fields, which its entry no longer tells. */
export function withFields({ manager, operation, apiVersion, subresource, time }: Owner, fields: FieldSet): Owner {
  return { manager, operation, apiVersion, subresource, fields, time };
}

export function withOwner(owners: Owners, owner: Owner): Owners {
  return new Map(owners).set(ownerId(owner), owner);
}
