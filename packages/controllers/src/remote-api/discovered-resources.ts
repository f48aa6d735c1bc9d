/**
 * The kinds of other servers that are not declared here, such as custom and aggregated ones, as places that the garbage
 * collector follows beside those that are: the metadata of their objects is listed and watched. Nothing is asked of
 * anybody before somebody follows.
 *
 * A kind goes when discovery shows its group without it, never because a server does not answer.
 */
import type { RegisteredResource, RegisteredResources, ResourcesFollower } from '@keelson/informers';
import type { GroupVersionKind, Resource } from '@keelson/schema';
import type { Logger } from '@keelson/telemetry';

import { firstVersions, hasVerbs, nameOfVersion, type DiscoveredKind, type DiscoveredKinds } from './discover-kinds.ts';
import { declareDiscovered } from './discovered-kinds.ts';
import type { RemoteServer } from './remote-api.ts';
import { createRemoteResource, type RemoteResource } from './remote-resource.ts';

export interface DiscoverySource {
  /** Never rejects. */
  discover(): Promise<DiscoveredKinds>;
  /** The server that the objects of a kind are asked of. */
  serverOf(kind: DiscoveredKind): RemoteServer;
  /** `changed` is called when kinds may have come or gone. Returns what ends it. */
  follow(changed: () => void): () => void;
}

export interface DiscoveredResourcesParts {
  /** The kinds that are declared here. */
  readonly declared: RegisteredResources;
  readonly source: DiscoverySource;
  readonly random: () => number;
  readonly logger: Logger;
}

export interface DiscoveredResources extends RegisteredResources {
  /** True for the declaration of a kind that was discovered. */
  hasDiscovered(resource: Resource): boolean;
  stop(): void;
}

export function createDiscoveredResources(parts: DiscoveredResourcesParts): DiscoveredResources {
  return new JoinedResources(parts);
}

interface Place extends RegisteredResource {
  readonly cache: RemoteResource;
  readonly shown: DiscoveredKind;
}

/** As often as kube-controller-manager looks. */
const rediscoveryMs = 30_000;
/** Changes come in groups: of a definition and its APIService, of its conditions. */
const settleMs = 200;

class JoinedResources implements DiscoveredResources {
  readonly #parts: DiscoveredResourcesParts;
  readonly #followers = new Set<ResourcesFollower>();
  /** By plural and group. */
  readonly #places = new Map<string, Place>();
  readonly #byResource = new Map<Resource, Place>();
  /** Every version of a kind leads to its place. */
  #byKind = new Map<string, { readonly group: string; readonly place: Place }>();
  #unfollow: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #dueMs = Infinity;
  /** The groups that could not be discovered last. */
  #failed: ReadonlySet<string> = new Set();
  #isDiscovering = false;
  #isOutdated = false;
  #isStopped = false;

  constructor(parts: DiscoveredResourcesParts) {
    this.#parts = parts;
  }

  of(resource: Resource): RegisteredResource | undefined {
    return this.#byResource.get(resource) ?? this.#parts.declared.of(resource);
  }

  ofKind(gvk: GroupVersionKind): RegisteredResource | undefined {
    return this.#parts.declared.ofKind(gvk) ?? this.#byKind.get(kindName(gvk))?.place;
  }

  follow(follower: ResourcesFollower): () => void {
    const unfollow = this.#parts.declared.follow(follower);
    for (const place of this.#places.values()) if (isFollowed(place)) follower.added(place);
    this.#followers.add(follower);
    this.#start();
    return () => {
      unfollow();
      this.#followers.delete(follower);
    };
  }

  all(): readonly RegisteredResource[] {
    return [...this.#parts.declared.all(), ...this.#places.values()];
  }

  where(has: (stored: Resource) => boolean): readonly RegisteredResource[] {
    return this.all().filter(({ stored }) => has(stored));
  }

  remove(resource: Resource): void {
    this.#parts.declared.remove(resource);
  }

  hasDiscovered(resource: Resource): boolean {
    return this.#byResource.has(resource);
  }

  stop(): void {
    this.#isStopped = true;
    this.#unfollow?.();
    clearTimeout(this.#timer);
    for (const { cache } of this.#places.values()) cache.stop();
  }

  #start(): void {
    if (this.#isStopped || this.#unfollow !== undefined) return;
    this.#unfollow = this.#parts.source.follow(() => this.#schedule(settleMs));
    this.#schedule(0);
  }

  #schedule(delayMs: number): void {
    if (this.#isStopped) return;
    if (this.#isDiscovering) {
      this.#isOutdated = true;
      return;
    }
    const dueMs = performance.now() + delayMs;
    // Changes without end must not put it off for ever.
    if (dueMs >= this.#dueMs) return;
    clearTimeout(this.#timer);
    this.#dueMs = dueMs;
    this.#timer = setTimeout(() => {
      this.#dueMs = Infinity;
      this.#discover().catch((error: unknown) => {
        this.#parts.logger.error('The kinds of other servers could not be taken in', { error });
      });
    }, delayMs);
    this.#timer.unref();
  }

  async #discover(): Promise<void> {
    this.#isDiscovering = true;
    this.#isOutdated = false;
    try {
      const found = await this.#parts.source.discover();
      if (!this.#isStopped) this.#take(found);
    } finally {
      this.#isDiscovering = false;
      this.#schedule(this.#nextMs());
    }
  }

  /** Soon, if something has changed meanwhile. */
  #nextMs(): number {
    return this.#isOutdated ? settleMs : rediscoveryMs;
  }

  #take(found: DiscoveredKinds): void {
    if (found.fault !== undefined) return;
    const failed = new Set([...found.failures.keys()].map(groupOf));
    const served = new Set(found.kinds.map(kindKey));
    for (const [name, place] of this.#places) {
      const isKept = failed.has(place.shown.group) || served.has(kindKey(place.shown));
      if (!isKept) this.#drop(name, place);
    }
    for (const kind of firstVersions(found.kinds.filter((each) => hasVerbs(each, ...followedVerbs)))) this.#add(kind);
    // An owner may be of a kind that cannot be followed: it is looked for when its dependents are examined.
    for (const kind of firstVersions(found.kinds.filter((each) => hasVerbs(each, 'get')))) this.#add(kind);
    const kept = [...this.#byKind].filter(([, { group }]) => failed.has(group));
    this.#byKind = new Map([...kept, ...found.kinds.flatMap((kind) => this.#leadTo(kind))]);
    const isAnswered = [...this.#failed].some((group) => !failed.has(group));
    this.#failed = failed;
    if (isAnswered) for (const follower of this.#followers) follower.answered?.();
  }

  #leadTo(kind: DiscoveredKind) {
    const place = this.#places.get(placeName(kind));
    return place === undefined ? [] : [[kindName(kind), { group: kind.group, place }] as const];
  }

  #add(shown: DiscoveredKind): void {
    const name = placeName(shown);
    if (this.#places.has(name)) return;
    const place = this.#open(shown);
    this.#places.set(name, place);
    this.#byResource.set(place.stored, place);
    if (isFollowed(place)) for (const follower of this.#followers) follower.added(place);
  }

  #open(shown: DiscoveredKind): Place {
    const { source, random, logger } = this.#parts;
    const stored = declareDiscovered(shown);
    const folder = `${stored.storage.kind === 'stored' ? stored.storage.prefix : ''}/`;
    const { isNamespaced } = shown;
    const options = { name: placeName(shown), folder, isNamespaced };
    const server = source.serverOf(shown);
    const cache = createRemoteResource(options, { server, resource: stored, random, logger, isDiscovered: true });
    const keyOf = (namespace: string | undefined, name: string): string =>
      isNamespaced ? `${folder}${namespace ?? ''}/${name}` : `${folder}${name}`;
    return { stored, message: stored.message, cache, folder, isElsewhere: true, keyOf, shown };
  }

  #drop(name: string, place: Place): void {
    this.#places.delete(name);
    this.#byResource.delete(place.stored);
    for (const [kind, led] of this.#byKind) if (led.place === place) this.#byKind.delete(kind);
    place.cache.stop();
    if (isFollowed(place)) for (const follower of this.#followers) follower.removed(place);
  }
}

/** Objects of a kind that cannot be deleted, or cannot be seen to go, are no dependents. */
const followedVerbs = ['delete', 'list', 'watch'];

function isFollowed({ shown }: Place): boolean {
  return hasVerbs(shown, ...followedVerbs);
}

function placeName({ plural, group }: DiscoveredKind): string {
  return group === '' ? plural : `${plural}.${group}`;
}

function kindName({ group, version, kind }: GroupVersionKind): string {
  return `${nameOfVersion({ group, version })} ${kind}`;
}

/** Another place is opened for a kind of which one of these is another. */
function kindKey(kind: DiscoveredKind): string {
  return JSON.stringify([kindName(kind), kind.plural, kind.isNamespaced, hasVerbs(kind, ...followedVerbs)]);
}

function groupOf(groupVersion: string): string {
  const slash = groupVersion.indexOf('/');
  return slash < 0 ? '' : groupVersion.slice(0, slash);
}
