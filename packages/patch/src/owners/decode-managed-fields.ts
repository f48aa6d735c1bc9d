/** Reads `managedFields`. One unreadable entry makes all unreadable: half the owners would be worse than none. */
import { decodeFieldsV1 } from '../field-sets/fields-v1.ts';
import { isList, isObject, valueOf } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';
import { nobody, ownerId } from './owner.ts';
import type { Owner, Owners } from './owner.ts';

export type DecodedOwners =
  { readonly ok: true; readonly owners: Owners } | { readonly ok: false; readonly message: string };

/** Null and absent mean no owners. Of two entries of one manager the last counts. */
export function decodeManagedFields(managedFields: unknown): DecodedOwners {
  if (managedFields === null || managedFields === undefined) return { ok: true, owners: nobody };
  if (!isList(managedFields)) return { ok: false, message: 'managedFields must be a list' };
  const owners = new Map<string, Owner>();
  for (const [index, entry] of managedFields.entries()) {
    const owner = isObject(entry) ? decodeEntry(entry, index) : 'an entry must be an object';
    if (typeof owner === 'string') return { ok: false, message: owner };
    owners.set(ownerId(owner), owner);
  }
  return { ok: true, owners };
}

/** The owner, or an error message. */
function decodeEntry(entry: JsonObject, index: number): Owner | string {
  const operation = valueOf(entry, 'operation');
  if (operation !== 'Apply' && operation !== 'Update') return 'operation must be `Apply` or `Update`';
  const apiVersion = textOf(entry, 'apiVersion');
  if (apiVersion === '') return 'apiVersion must not be empty';
  const fieldsType = textOf(entry, 'fieldsType');
  if (fieldsType === '') return `missing fieldsType in managed fields entry ${index}`;
  if (fieldsType !== 'FieldsV1') return `invalid fieldsType "${fieldsType}" in managed fields entry ${index}`;
  const fields = decodeFieldsV1(valueOf(entry, 'fieldsV1') ?? {});
  if (fields === undefined) return `invalid fieldsV1 in managed fields entry ${index}`;
  return {
    manager: textOf(entry, 'manager'),
    operation,
    apiVersion,
    subresource: textOf(entry, 'subresource'),
    fields,
    time: textOf(entry, 'time') || undefined,
    entry,
  };
}

function textOf(entry: JsonObject, key: string): string {
  const value = valueOf(entry, key);
  return typeof value === 'string' ? value : '';
}

/** The owners; none if they cannot be read, so that an object never gets stuck with unreadable entries. */
export function readOwners(managedFields: unknown): Owners {
  const decoded = decodeManagedFields(managedFields);
  return decoded.ok ? decoded.owners : nobody;
}

/** A writer starts over by sending an empty list, or a list of one empty entry. */
export function isClearing(managedFields: unknown): boolean {
  if (!isList(managedFields) || managedFields.length > 1) return false;
  const [only] = managedFields;
  return only === undefined || (isObject(only) && Object.values(only).every((value) => value === null || value === ''));
}
