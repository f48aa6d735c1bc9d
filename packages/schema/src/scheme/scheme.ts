/**
 * The scheme: which kinds and resources there are, in which versions, under one
 * domain. It looks things up and compiles nothing; declarations may come and go
 * while it is in use.
 */
import type { Message } from '../language/descriptor.ts';
import { groupVersion } from '../language/group-version-kind.ts';
import type { GroupVersionKind } from '../language/group-version-kind.ts';
import type { Resource } from '../language/resource.ts';
import { inDomain, resourceInDomain } from './domain.ts';

/** A kind that can be read and written, whether or not a resource serves it. */
export interface KnownKind extends GroupVersionKind {
  readonly message: Message;
}

export interface SchemeOptions {
  /** Takes the place of `{domain}` in the names of groups. */
  readonly domain?: string;
  readonly resources: readonly Resource[];
  /** Kinds that belong to no resource, such as options and reviews of other groups. */
  readonly kinds?: readonly KnownKind[];
}

export interface Scheme {
  readonly domain: string;
  /** Another number whenever declarations came or went: what was worked out of them holds until then. */
  readonly edition: number;
  /** In the order they were declared, which is the order discovery shows. */
  resources(): readonly Resource[];
  resource(group: string, version: string, plural: string): Resource | undefined;
  /** Returns true if any resource is declared in this version of a group. */
  hasVersion(group: string, version: string): boolean;
  /** Returns true if a resource that is built in is declared in this version of a group, or in any where none is named. */
  hasBuiltIn(group: string, version?: string): boolean;
  resourceOfKind(gvk: GroupVersionKind): Resource | undefined;
  kind(gvk: GroupVersionKind): KnownKind | undefined;
  kinds(): Iterable<KnownKind>;
  /** All resources that serve the objects of this one, itself included; in declared order. */
  versionsOf(resource: Resource): readonly Resource[];
  /** The one whose version is stored; where nothing is stored, the one that was declared first. */
  storageOf(resource: Resource): Resource;
  add(resource: Resource): void;
  remove(resource: Resource): void;
}

export const defaultDomain = 'k8s.io';

export function createScheme({ domain = defaultDomain, resources, kinds = [] }: SchemeOptions): Scheme {
  const index = new SchemeIndex(domain);
  for (const kind of kinds) index.addKind(kind);
  for (const resource of resources) index.add(resource);
  return index;
}

class SchemeIndex implements Scheme {
  readonly domain: string;
  edition = 0;
  readonly #resources = new Map<string, Resource>();
  readonly #resourcesByKind = new Map<string, Resource>();
  readonly #kinds = new Map<string, KnownKind>();
  readonly #families = new Map<string, Resource[]>();
  /** The number of resources in each version of a group. */
  readonly #versions = new Map<string, number>();
  /** The versions of groups, and the groups, that have built-in resources. */
  readonly #builtIn = new Set<string>();

  constructor(domain: string) {
    this.domain = domain;
  }

  resources(): readonly Resource[] {
    return [...this.#resources.values()];
  }

  resource(group: string, version: string, plural: string): Resource | undefined {
    return this.#resources.get(key(group, version, plural));
  }

  hasVersion(group: string, version: string): boolean {
    return this.#versions.has(key(group, version, ''));
  }

  hasBuiltIn(group: string, version = ''): boolean {
    return this.#builtIn.has(key(group, version, ''));
  }

  resourceOfKind({ group, version, kind }: GroupVersionKind): Resource | undefined {
    return this.#resourcesByKind.get(key(group, version, kind));
  }

  kind({ group, version, kind }: GroupVersionKind): KnownKind | undefined {
    return this.#kinds.get(key(group, version, kind));
  }

  kinds(): Iterable<KnownKind> {
    return this.#kinds.values();
  }

  versionsOf(resource: Resource): readonly Resource[] {
    return this.#families.get(familyOf(resource)) ?? [resource];
  }

  storageOf(resource: Resource): Resource {
    const { storage } = resource;
    if (storage.kind !== 'stored') return this.versionsOf(resource)[0] ?? resource;
    if (resource.hub !== undefined) return resource.hub;
    // A hub has the group and version of the stored version, which is one of those that are derived from it.
    const stored = this.versionsOf(resource).find(
      (each) => each.group === storage.group && each.version === storage.version,
    );
    if (stored === undefined) {
      throw new Error(`${resource.plural}: nothing declares the stored version ${groupVersion(storage)}`);
    }
    return stored.hub ?? stored;
  }

  add(declared: Resource): void {
    const resource = resourceInDomain(declared, this.domain);
    const { group, version, plural } = resource;
    const name = key(group, version, plural);
    if (this.#resources.has(name)) throw new Error(`${plural} of ${groupVersion(resource)} is declared twice`);
    this.#resources.set(name, resource);
    this.edition += 1;
    this.#count(resource, 1);
    if (resource.custom === undefined) this.#builtIn.add(key(group, version, '')).add(key(group, '', ''));
    this.#resourcesByKind.set(key(group, version, resource.kind), resource);
    const family = this.#families.get(familyOf(resource));
    if (family === undefined) this.#families.set(familyOf(resource), [resource]);
    else family.push(resource);
    for (const kind of kindsOf(resource)) this.addKind(kind);
  }

  addKind(declared: KnownKind): void {
    const kind = { ...declared, group: inDomain(declared.group, this.domain) };
    this.#kinds.set(key(kind.group, kind.version, kind.kind), kind);
  }

  #count({ group, version }: Resource, difference: 1 | -1): void {
    const name = key(group, version, '');
    const count = (this.#versions.get(name) ?? 0) + difference;
    if (count === 0) this.#versions.delete(name);
    else this.#versions.set(name, count);
  }

  remove(resource: Resource): void {
    const { group, version, plural } = resource;
    this.edition += 1;
    if (this.#resources.delete(key(group, version, plural))) this.#count(resource, -1);
    this.#resourcesByKind.delete(key(group, version, resource.kind));
    const family = (this.#families.get(familyOf(resource)) ?? []).filter(
      (each) => each.group !== group || each.version !== version || each.plural !== plural,
    );
    if (family.length === 0) this.#families.delete(familyOf(resource));
    else this.#families.set(familyOf(resource), family);
    for (const kind of [resource.kind, `${resource.kind}List`]) this.#kinds.delete(key(group, version, kind));
  }
}

function kindsOf(resource: Resource): KnownKind[] {
  const { group, version, kind, message, list } = resource;
  const own = [{ group, version, kind, message }];
  if (list !== undefined) own.push({ group, version, kind: `${kind}List`, message: list });
  const served = Object.values(resource.subresources).flatMap(({ servedAs }) => (servedAs ? [servedAs] : []));
  return [...own, ...served];
}

/** Resources that are stored under one prefix are versions of each other, even across groups. */
function familyOf(resource: Resource): string {
  const { storage, group, plural } = resource;
  return storage.kind === 'stored' ? key('stored', storage.group, storage.prefix) : key('', group, plural);
}

function key(a: string, b: string, c: string): string {
  return `${a}\u0000${b}\u0000${c}`;
}
