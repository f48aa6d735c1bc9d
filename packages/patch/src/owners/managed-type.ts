/** Facts about a kind that field management depends on. All of them are passed in; nothing is looked up. */
import { decodeJson } from '@keelson/schema';
import type { MergeNode, Message } from '@keelson/schema';

import { noFields } from '../field-sets/field-set.ts';
import type { FieldSet } from '../field-sets/field-set.ts';
import type { JsonObject } from '../json-object.ts';
import { reconcile } from '../topology/reconcile.ts';
import { mapFields } from './owner.ts';
import type { Owners } from './owner.ts';
import type { ConvertTo, Versioned } from './versions.ts';

export interface Versions {
  /** Undefined for a version that is not served (any more). */
  structureOf(apiVersion: string): MergeNode | undefined;
  /** The object in another version. It may have been merged and not decoded since; it must not be changed. */
  convert(object: JsonObject, from: string, to: string): JsonObject;
}

export interface ManagedType {
  readonly apiVersion: string;
  readonly kind: string;
  readonly structure: MergeNode;
  /** Where the type is declared: checks the kinds of scalars, and says what an object is before it is created. */
  readonly message?: Message;
  /** By subresource, '' for the object itself: the fields that writes there cannot change. */
  readonly resetFields?: Readonly<Record<string, FieldSet>>;
  /** Absent where there is one version only. */
  readonly versions?: Versions;
  readonly clientSideApply?: ClientSideApply;
}

/** The client whose objects migrate from client-side apply, and its last-applied annotation. */
export interface ClientSideApply {
  readonly manager: string;
  readonly annotation: string;
}

export const usualClientSideApply: ClientSideApply = {
  manager: 'kubectl',
  annotation: 'kubectl.kubernetes.io/last-applied-configuration',
};

export function versionedObject({ apiVersion, structure }: ManagedType, object: JsonObject): Versioned {
  return { object, apiVersion, structure };
}

/** The state before a create. Nobody owns the fields that every object of the type has. Shared and frozen. */
export function emptyObject(type: ManagedType): JsonObject {
  let empty = emptyObjects.get(type);
  if (empty === undefined) emptyObjects.set(type, (empty = frozen(settleObject(type, {}) ?? {})));
  return empty;
}

const emptyObjects = new WeakMap<ManagedType, JsonObject>();

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

/** The object in canonical form, as it will be stored. Undefined where the type is not declared, or the object is none of it. */
export function settleObject({ message }: ManagedType, object: JsonObject): JsonObject | undefined {
  if (message === undefined) return undefined;
  const decoded = decodeJson(message, object);
  return decoded.ok ? decoded.object : undefined;
}

export function resetFieldsOf({ resetFields }: ManagedType, subresource: string): FieldSet {
  return resetFields !== undefined && Object.hasOwn(resetFields, subresource)
    ? (resetFields[subresource] ?? noFields)
    : noFields;
}

export function converterOf({ versions }: ManagedType): ConvertTo {
  return (from, apiVersion) => {
    const structure = versions?.structureOf(apiVersion);
    if (versions === undefined || structure === undefined) return undefined;
    return { object: versions.convert(from.object, from.apiVersion, apiVersion), apiVersion, structure };
  };
}

/** Owners in versions that are not served are left alone here; the next write that changes the object drops them. */
export function reconcileOwners(type: ManagedType, owners: Owners): Owners {
  return mapFields(owners, ({ apiVersion, fields }) => {
    const structure = apiVersion === type.apiVersion ? type.structure : type.versions?.structureOf(apiVersion);
    return structure === undefined ? fields : reconcile(structure, fields);
  });
}
