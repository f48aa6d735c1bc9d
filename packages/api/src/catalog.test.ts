import { describe, expect, it } from '@jest/globals';
import {
  allVerbs,
  messageWithin,
  type Field,
  type Message,
  type Purpose,
  type Resource,
  type Shape,
} from '@keelson/schema';

import { catalog } from './catalog.ts';

const resources = catalog.flatMap((version) => version.resources);
const messages = reachableMessages();

/** Every message that the catalog leads to. */
function reachableMessages(): Set<Message> {
  const seen = new Set<Message>();
  const queue: Message[] = [...catalog.flatMap((version) => version.kinds), ...resources.flatMap(messagesOfResource)];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    for (const field of Object.values(next.fields)) queue.push(...messagesOfShape(field.shape));
  }
  return seen;
}

function messagesOfResource(resource: Resource): Message[] {
  const served = Object.values(resource.subresources).flatMap(({ servedAs }) => (servedAs ? [servedAs.message] : []));
  return [resource.message, ...(resource.list ? [resource.list] : []), ...served];
}

function messagesOfShape(shape: Shape): Message[] {
  const message = messageWithin(shape);
  return message === undefined ? [] : [message];
}

/** The keys of a message's JSON, those of its inline fields included. */
function jsonKeys(message: Message): string[] {
  const ofField = ([key, field]: [string, Field]) =>
    field.presence === 'inline' ? messagesOfShape(field.shape).flatMap(jsonKeys) : [key];
  const typeMeta = message.hasTypeMeta ? ['kind', 'apiVersion'] : [];
  return [...typeMeta, ...Object.entries(message.fields).flatMap(ofField)];
}

/** The keys of keyed lists that their items do not have. */
function lostKeys({ name, fields }: Message): string[] {
  return Object.entries(fields).flatMap(([key, { shape, listMapKeys = [], patchMergeKey }]) => {
    const items = messagesOfShape(shape).map(jsonKeys);
    const identifiers = patchMergeKey === undefined ? listMapKeys : [...listMapKeys, patchMergeKey];
    return items.flatMap((has) => identifiers.filter((id) => !has.includes(id)).map((id) => `${name}.${key}: ${id}`));
  });
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

const nameOf = (resource: Resource) => `${resource.group}/${resource.version} ${resource.plural}`;
const kindOf = (of: { group: string; version: string; kind: string }) => `${of.group}/${of.version} ${of.kind}`;

describe('the catalog', () => {
  it('names each group, version and resource once', () => {
    expect(repeated(catalog.map(({ group, version }) => `${group}/${version}`))).toEqual([]);
    expect(repeated(resources.map(nameOf))).toEqual([]);
    expect(repeated(resources.map(kindOf))).toEqual([]);
  });

  it('lists a resource under the group and version that it states itself, by name', () => {
    for (const { group, version, resources: listed } of catalog) {
      expect(listed.filter((resource) => resource.group !== group || resource.version !== version)).toEqual([]);
      const plurals = listed.map((resource) => resource.plural);
      expect(plurals).toEqual([...plurals].sort());
    }
  });

  it('uses no name for two resources of a group', () => {
    for (const { resources: listed } of catalog) {
      expect(repeated(listed.flatMap(({ plural, shortNames }) => [plural, ...shortNames]))).toEqual([]);
    }
  });

  it('stores every kind in a version that it serves', () => {
    const served = new Set(resources.map(kindOf));
    const stored = resources.flatMap(({ kind, storage }) =>
      storage.kind === 'stored' ? [kindOf({ ...storage, kind })] : [],
    );
    expect(stored.filter((kind) => !served.has(kind))).toEqual([]);
  });

  it('keeps all versions of a stored kind in one folder, and no two kinds in the same', () => {
    const folders = new Map<string, string>();
    for (const { kind, storage } of resources) {
      if (storage.kind !== 'stored') continue;
      const stored = kindOf({ ...storage, kind });
      expect(folders.get(storage.prefix) ?? stored).toBe(stored);
      folders.set(storage.prefix, stored);
    }
  });

  it('treats writes of a stored kind alike in all its versions', () => {
    const treatments = new Map<string, object>();
    for (const { kind, storage, hasGeneration, canCreateOnUpdate, allowsUnconditionalUpdate } of resources) {
      if (storage.kind !== 'stored') continue;
      const stored = kindOf({ ...storage, kind });
      const treatment = { kind, hasGeneration, canCreateOnUpdate, allowsUnconditionalUpdate };
      expect(treatment).toEqual(treatments.get(stored) ?? treatment);
      treatments.set(stored, treatment);
    }
  });

  it('has one stored kind for each use that the server itself makes of objects', () => {
    const kindsWith = (has: (purpose: Purpose) => boolean): string[] => {
      const found = resources.filter(({ purpose, storage }) => purpose && has(purpose) && storage.kind === 'stored');
      return found.map(({ kind }) => kind);
    };
    expect(kindsWith(({ kind }) => kind === 'namespace')).toEqual(['Namespace']);
    expect(kindsWith(({ kind }) => kind === 'serviceAccount')).toEqual(['ServiceAccount']);
    expect(kindsWith(({ kind }) => kind === 'authorityBundle')).toEqual(['ConfigMap']);
    expect(kindsWith(({ kind }) => kind === 'customResourceDefinition')).toEqual(['CustomResourceDefinition']);
    expect(kindsWith((it) => it.kind === 'boundObject' && it.holdsBootstrapTokens === true)).toEqual(['Secret']);
  });

  it('has sorted and known verbs, and a list kind wherever lists are served', () => {
    for (const { verbs, list, subresources } of resources) {
      for (const set of [verbs, ...Object.values(subresources).map((subresource) => subresource.verbs)]) {
        expect(set.length).toBeGreaterThan(0);
        expect(set).toEqual(allVerbs.filter((verb) => set.includes(verb)));
      }
      expect(list !== undefined).toBe(verbs.includes('list'));
    }
  });

  it('takes from the write to a subresource only fields that the kind has', () => {
    for (const { message, subresources } of resources) {
      const written = Object.values(subresources).flatMap((each) => (each.kind === 'part' ? each.writes : []));
      expect(written.filter((path) => !hasPath(message, path.split('.')))).toEqual([]);
    }
  });
});

function hasPath(message: Message, [key, ...rest]: readonly string[]): boolean {
  const shape = key === undefined ? undefined : message.fields[key]?.shape;
  if (shape === undefined || rest.length === 0) return shape !== undefined;
  return shape.kind === 'message' && hasPath(shape.message(), rest);
}

describe('the messages', () => {
  it('have each a name of their own', () => {
    expect(repeated([...messages].map((message) => message.name))).toEqual([]);
  });

  it('have no JSON key twice, inline fields included', () => {
    const doubled = [...messages].map((message) => [message.name, repeated(jsonKeys(message))] as const);
    expect(doubled.filter(([, keys]) => keys.length > 0)).toEqual([]);
  });

  it('number every field for protobuf, but for the tables, which have no such form', () => {
    const unnumbered = [...messages].filter(({ fields }) => Object.values(fields).some(({ number }) => number < 1));
    expect(unnumbered.map(({ name }) => name).filter((name) => !name.includes('.meta.v1.Table'))).toEqual([]);
  });

  it('identify the items of a keyed list by fields that the items have', () => {
    const lost = [...messages].flatMap(lostKeys);
    // Upstream's own slip, kept for the sake of its OpenAPI; lists of objects are never merged.
    const known = ['v1', 'v1beta1'].map(
      (version) => `io.k8s.api.storage.${version}.CSIStorageCapacityList.items: name`,
    );
    expect(lost.filter((key) => !known.includes(key))).toEqual([]);
  });

  it('say in one line what they are', () => {
    const silent = [...messages].filter(({ about }) => about === undefined || about.includes('\n'));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});
