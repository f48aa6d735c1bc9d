/** An object of any kind on its way through the engine: canonical, mutable, its metadata known. */
import type { ObjectMeta } from '@keelson/api';
import { groupVersion } from '@keelson/schema';
import type { GroupVersionKind } from '@keelson/schema';

export type Metadata = ObjectMeta;

export interface ApiObject {
  kind?: string;
  apiVersion?: string;
  metadata: Metadata;
  [field: string]: unknown;
}

/** Makes the object say what it is, whatever it said. */
export function setType(object: ApiObject, type: GroupVersionKind): void {
  object.kind = type.kind;
  object.apiVersion = groupVersion(type);
}

/** Sets an optional field, or takes it away: absent is the canonical form of empty. */
export function setOrDelete<T extends object, K extends keyof T>(target: T, key: K, value: T[K] | undefined): void {
  if (value === undefined) Reflect.deleteProperty(target, key);
  else target[key] = value;
}
