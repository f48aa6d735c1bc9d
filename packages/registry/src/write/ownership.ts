/**
 * Field managers for server-side apply, made from declarations: one for each version of a
 * kind, created on first use.
 */
import { fieldManager, namedFields } from '@keelson/patch';
import type { FieldManager, FieldSet, JsonObject, Versions } from '@keelson/patch';
import { convertObject, decodeJson, groupVersion, mergeStructureOf } from '@keelson/schema';
import type { Resource, Scheme } from '@keelson/schema';
import type { MaybePromise } from '@keelson/telemetry';

import type { Form } from '../contract.ts';
import { runConverted, type ConvertManaged } from './converted-ownership.ts';

export interface Ownership {
  of(resource: Resource): FieldManager;
  /**
   * For resources whose versions another server converts, where `of` may not do. `use` may be called several times. Rejects
   * with a `ConversionError`.
   */
  run<T>(resource: Resource, use: (manager: FieldManager) => T): MaybePromise<T>;
  /** For a form that is served by a subresource and not stored. */
  ofForm(form: Form): FieldManager;
}

export function createOwnership(scheme: Scheme): Ownership {
  const managers = new WeakMap<object, FieldManager>();
  const remember = <K extends object>(key: K, make: (key: K) => FieldManager): FieldManager => {
    let manager = managers.get(key);
    if (manager === undefined) managers.set(key, (manager = make(key)));
    return manager;
  };
  const of = (resource: Resource): FieldManager => remember(resource, () => managerOf(scheme, resource));
  return {
    of,
    run: (resource, use) => {
      if (resource.convertRemotely === undefined) return use(of(resource));
      const findVersion = (apiVersion: string) => findIn(scheme, resource, apiVersion);
      const makeManager = (convert: ConvertManaged) => managerOf(scheme, resource, convert);
      return runConverted({ scheme, findVersion, makeManager }, use);
    },
    ofForm: (form) => (form.resource === undefined ? remember(form, managerOfForm) : of(form.resource)),
  };
}

/** A form that is not stored is never converted, so its manager needs no other versions. */
function managerOfForm(form: Form): FieldManager {
  const { kind, message } = form;
  return fieldManager({ apiVersion: groupVersion(form), kind, structure: mergeStructureOf(message), message });
}

function managerOf(scheme: Scheme, resource: Resource, convert?: ConvertManaged): FieldManager {
  const { kind, message } = resource;
  return fieldManager({
    apiVersion: groupVersion(resource),
    kind,
    structure: mergeStructureOf(message),
    message,
    resetFields: resetFieldsOf(resource),
    versions: versionsOf(scheme, resource, convert),
  });
}

/** The fields that a write through a subresource leaves alone, so that nobody becomes their owner through it. */
function resetFieldsOf(resource: Resource): Record<string, FieldSet> {
  const reset: Record<string, FieldSet> = {};
  for (const [name, subresource] of Object.entries(resource.subresources)) {
    if (subresource.kind === 'part') reset[name] = others(resource, subresource.writes);
  }
  const { status } = resource.subresources;
  const ofStatus = status?.kind === 'part' ? status.writes : [];
  return { ...reset, '': namedFields(ofStatus.map((path) => path.split('.'))) };
}

/** Top-level fields that are not, and have nothing in them that is, written. Of custom resources, only their spec counts. */
function others({ message, custom }: Resource, writes: readonly string[]): FieldSet {
  if (custom !== undefined) return namedFields([['spec']]);
  const written = new Set(writes.map((path) => path.split('.', 1)[0]));
  const fields = Object.keys(message.fields).filter((field) => field !== 'metadata' && !written.has(field));
  return namedFields(fields.map((field) => [field]));
}

function findIn(scheme: Scheme, resource: Resource, apiVersion: string): Resource | undefined {
  return scheme.versionsOf(resource).find((version) => groupVersion(version) === apiVersion);
}

function versionsOf(scheme: Scheme, resource: Resource, convert?: ConvertManaged): Versions {
  const find = (apiVersion: string): Resource | undefined => findIn(scheme, resource, apiVersion);
  return {
    structureOf: (apiVersion) => {
      const version = find(apiVersion);
      return version && mergeStructureOf(version.message);
    },
    convert:
      convert ??
      ((object, from, to) => {
        const [source, target] = [find(from), find(to)];
        if (source === undefined || target === undefined)
          throw new Error(`${from} and ${to} are not versions of one kind`);
        return convertCopy(scheme, object, source, target);
      }),
  };
}

/** Conversion takes over what it is given, so it is given a copy. */
function convertCopy(scheme: Scheme, object: JsonObject, source: Resource, target: Resource): JsonObject {
  const decoded = decodeJson(source.message, structuredClone(object));
  if (!decoded.ok) throw new Error(`merged into what is no ${source.kind}: ${decoded.message}`);
  return { ...convertObject(scheme, decoded.object, source, target) };
}
