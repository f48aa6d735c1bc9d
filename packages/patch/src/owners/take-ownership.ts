/** Gives the writer of a plain write (any but apply) the fields that it changed. */
import { difference, union } from '../field-sets/algebra.ts';
import { changedFields } from '../topology/compare.ts';
import type { JsonObject } from '../json-object.ts';
import { capUpdaters } from './cap-updaters.ts';
import { converterOf, reconcileOwners, resetFieldsOf, versionedObject } from './managed-type.ts';
import type { ManagedType } from './managed-type.ts';
import { ownerId } from './owner.ts';
import type { Owner, Owners } from './owner.ts';
import { stripFields } from './strip-fields.ts';
import { takeChanges } from './take-changes.ts';

export interface PlainWrite {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly manager: string;
  readonly subresource: string;
  readonly time: string | undefined;
}

/** May throw a `TopologyFault` of either object. */
export function takeOwnership(type: ManagedType, owners: Owners, write: PlainWrite): Owners {
  const ignored = resetFieldsOf(type, write.subresource);
  const { comparison, owners: left } = takeChanges(
    reconcileOwners(type, owners),
    {
      before: versionedObject(type, write.before),
      after: versionedObject(type, write.after),
      ignored,
      writer: undefined,
    },
    converterOf(type),
  );
  const fields = stripFields(difference(changedFields(comparison), comparison.removed));
  if (fields.size === 0) return left;
  const writer: Owner = {
    manager: write.manager || 'unknown',
    operation: 'Update',
    apiVersion: type.apiVersion,
    subresource: write.subresource,
    fields,
    time: write.time,
  };
  const id = ownerId(writer);
  const before = left.get(id);
  const joined = before === undefined ? writer : { ...writer, fields: union(before.fields, fields) };
  return capUpdaters(new Map(left).set(id, joined));
}
