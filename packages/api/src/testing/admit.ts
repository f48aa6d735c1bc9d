/**
 * A write without a server, for tests of rules: decodes, fills in, defaults, and then prepares and validates with the
 * functions that the registry calls. It stores nothing and knows no verbs.
 */
import { invalid, updateHooksOf, validateChangedObject, validateNewObject, type ObjectMeta } from '@keelson/meta';
import {
  applyDefaults,
  decodeJson,
  defaultDomain,
  type Issue,
  type JsonValue,
  type Resource,
  type Subresource,
} from '@keelson/schema';

import { statusSubresource } from '../subresources/shared-subresources.ts';

export interface Admitted {
  readonly object: AnyObject;
  readonly issues: readonly Issue[];
  /** The message of the refusal; absent when nothing is wrong. */
  readonly message?: string;
}

/** An object in canonical form, its type left to the test. */
export interface AnyObject {
  metadata: ObjectMeta & Record<string, unknown>;
  [key: string]: unknown;
}

const created = { uid: '6e1c1d3a-0000-4000-8000-000000000001', creationTimestamp: '2022-01-02T03:04:05Z' };

export function create(resource: Resource, body: JsonValue): Admitted {
  const object = read(resource, body);
  Object.assign(object.metadata, created);
  resource.hooks.prepareForCreate?.(object as never);
  return admit(resource, object, validateNewObject(resource, object));
}

export function update(resource: Resource, old: AnyObject, body: JsonValue): Admitted {
  const object = read(resource, body);
  const { uid, creationTimestamp, generation } = old.metadata;
  const kept = { uid, creationTimestamp, ...(generation !== undefined && { generation }) };
  object.metadata = { resourceVersion: '1', ...object.metadata, ...kept } as AnyObject['metadata'];
  return change(resource, updateHooksOf(resource, undefined), object, old);
}

/** Only the status is taken from `body`. */
export function updateStatus(resource: Resource, old: AnyObject, body: JsonValue): Admitted {
  return updateStatusBy(resource, statusSubresource, old, body);
}

/** The same by way of another subresource that writes a part of the status. */
export function updatePart(resource: Resource, name: string, old: AnyObject, body: JsonValue): Admitted {
  const subresource = resource.subresources[name];
  if (subresource === undefined) throw new Error(`no subresource ${name}`);
  return updateStatusBy(resource, subresource, old, body);
}

function updateStatusBy(resource: Resource, subresource: Subresource, old: AnyObject, body: JsonValue): Admitted {
  const { status } = read(resource, body);
  const object: AnyObject = { ...structuredClone(old), status };
  object.metadata = { resourceVersion: '1', ...object.metadata };
  return change(resource, updateHooksOf(resource, subresource), object, old);
}

function change(
  resource: Resource,
  hooks: ReturnType<typeof updateHooksOf>,
  object: AnyObject,
  old: AnyObject,
): Admitted {
  hooks.prepare?.(object as never, old as never);
  return admit(resource, object, validateChangedObject(resource, hooks, { object, old }));
}

/** `path: message` of every cause, in order. */
export function causesOf({ issues }: Admitted): string[] {
  return issues.map(({ path, message }) => `${path}: ${message}`);
}

function admit(resource: Resource, object: AnyObject, issues: readonly Issue[]): Admitted {
  if (issues.length === 0) return { object, issues };
  const { message } = invalid({ group: groupOf(resource), kind: resource.kind }, object.metadata.name ?? '', issues);
  return { object, issues, ...(message !== undefined && { message }) };
}

/** In canonical form, with its type, its namespace and its defaults. */
function read(resource: Resource, body: JsonValue): AnyObject {
  const decoded = decodeJson(resource.message, body);
  if (!decoded.ok) throw new Error(decoded.message);
  const object = decoded.object as AnyObject;
  const group = groupOf(resource);
  object['kind'] = resource.kind;
  object['apiVersion'] = group === '' ? resource.version : `${group}/${resource.version}`;
  if (resource.scope === 'Namespaced') object.metadata = { namespace: 'default', ...object.metadata };
  applyDefaults(resource.message, object);
  return object;
}

function groupOf(resource: Resource): string {
  return resource.group.replaceAll('{domain}', defaultDomain);
}
