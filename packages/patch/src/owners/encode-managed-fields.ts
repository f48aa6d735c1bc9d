/** Writes `managedFields`, in the order of the API: appliers first, then by time, manager, version and subresource. */
import { encodeFieldsV1 } from '../field-sets/fields-v1.ts';
import type { ManagedFieldsEntry } from './managed-fields-entry.ts';
import type { Owner, Owners } from './owner.ts';

export function encodeManagedFields(owners: Owners): ManagedFieldsEntry[] {
  if (owners.size <= 1) return Array.from(owners.values(), encodeOwner);
  const sorted = Array.from(owners.values(), (owner) => ({ owner, seconds: secondsOf(owner) }));
  return sorted.sort(compareAged).map(({ owner }) => encodeOwner(owner));
}

interface Aged {
  readonly owner: Owner;
  readonly seconds: number;
}

function compareAged({ owner: a, seconds }: Aged, { owner: b, seconds: other }: Aged): number {
  return (
    compareText(a.operation, b.operation) ||
    seconds - other ||
    compareText(a.manager, b.manager) ||
    compareText(a.apiVersion, b.apiVersion) ||
    compareText(a.subresource, b.subresource)
  );
}

/** Fields in the order that they are declared in. */
function encodeOwner({ manager, operation, apiVersion, subresource, fields, time, entry }: Owner): ManagedFieldsEntry {
  // Owners are replaced, never changed: one that still has its entry and its time is as it was read.
  if (entry !== undefined && entry.time === time) return entry;
  const encoded: Draft = {};
  if (manager !== '') encoded.manager = manager;
  encoded.operation = operation;
  encoded.apiVersion = apiVersion;
  if (time !== undefined) encoded.time = time;
  encoded.fieldsType = 'FieldsV1';
  encoded.fieldsV1 = encodeFieldsV1(fields);
  if (subresource !== '') encoded.subresource = subresource;
  return encoded;
}

type Draft = { -readonly [K in keyof ManagedFieldsEntry]: ManagedFieldsEntry[K] };

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** An absent or unreadable time sorts as the oldest. */
export function secondsOf({ time }: Owner): number {
  const milliseconds = time === undefined ? NaN : Date.parse(time);
  return Number.isNaN(milliseconds) ? Number.MIN_SAFE_INTEGER : Math.floor(milliseconds / 1000);
}
