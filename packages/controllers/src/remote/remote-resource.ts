/**
 * The objects of one kind of another server in memory, as a part of the watch cache that informers read: listed once,
 * then watched. A watch that ends goes on where it ended; one whose history is gone begins with a new list.
 *
 *     idle ──first handler──▶ listing ──▶ watching ──410──▶ listing
 *                               ▲  │fails      │ends, fails
 *                               └──┴─back-off──┴──▶ watching
 */
import type {
  EventHandler,
  GetOutcome,
  NamespacedName,
  ObjectName,
  ObjectVersion,
  ResourceCache,
  ResourceOptions,
} from '@keelson/cache';
import { createBackoff, type Backoff } from '@keelson/informers';
import type { Resource } from '@keelson/schema';
import { giveWay, type Logger } from '@keelson/telemetry';

import { remoteVersionOf } from './object-bytes.ts';
import { requestRemote, resourcePathOf, type RemoteServer } from './remote-api.ts';
import { listAll, type ListedItem } from './list-all.ts';
import { watchFrom, type WatchedEvent } from './watch-from.ts';

export interface RemoteResourceParts {
  readonly server: RemoteServer;
  readonly resource: Resource;
  readonly logger: Logger;
  readonly random: () => number;
}

export interface RemoteResource extends ResourceCache {
  stop(): void;
}

export function createRemoteResource(options: ResourceOptions, parts: RemoteResourceParts): RemoteResource {
  return new FollowedResource(options, parts);
}

interface Step {
  /** The resourceVersion of the next watch; undefined for a list. */
  readonly from: string | undefined;
  readonly waitMs: number;
}

/** A kind that the server does not have may come with an update of it. */
const absentRetryMs = 60_000;

class FollowedResource implements RemoteResource {
  readonly name: string;
  readonly #options: ResourceOptions;
  readonly #parts: RemoteResourceParts;
  readonly #objects = new Map<string, ObjectVersion>();
  readonly #handlers = new Set<EventHandler>();
  readonly #stopping = new AbortController();
  readonly #loaded: Promise<void>;
  #setLoaded: () => void = () => undefined;
  #isLoaded = false;
  #isStarted = false;

  constructor(options: ResourceOptions, parts: RemoteResourceParts) {
    this.name = options.name;
    this.#options = options;
    this.#parts = parts;
    this.#loaded = new Promise((resolve) => {
      this.#setLoaded = resolve;
    });
  }

  get({ namespace, name }: ObjectName): Promise<GetOutcome> {
    return this.#getOne({ namespace: namespace ?? '', name });
  }

  peek({ namespace = '', name }: ObjectName): ObjectVersion | undefined {
    return this.#objects.get(this.#keyOf({ namespace, name }));
  }

  attributes(object: ObjectVersion) {
    object.attributes ??= this.#options.extractAttributes?.(object.value, object.key) ?? { labels: {}, fields: {} };
    return object.attributes;
  }

  namesOf({ key }: Pick<ObjectVersion, 'key'>): NamespacedName {
    const path = key.slice(this.#options.folder.length);
    const slash = this.#options.isNamespaced ? path.indexOf('/') : -1;
    return { namespace: slash < 0 ? '' : path.slice(0, slash), name: path.slice(slash + 1) };
  }

  objectCount(): number {
    return this.#objects.size;
  }

  unreadableCount(): number {
    return 0;
  }

  isLoaded(): boolean {
    return this.#isLoaded;
  }

  whenLoaded(): Promise<void> {
    this.#start();
    return this.#loaded;
  }

  addEventHandler(handler: EventHandler): () => void {
    this.#handlers.add(handler);
    if (this.#isLoaded) this.#guard(() => handler.onState(this.#state()));
    this.#start();
    return () => void this.#handlers.delete(handler);
  }

  isConformed(): boolean {
    return false;
  }

  list(): Promise<never> {
    return Promise.reject(notHere(this.name));
  }

  watch(): never {
    throw notHere(this.name);
  }

  accept(): never {
    throw notHere(this.name);
  }

  finish(): never {
    throw notHere(this.name);
  }

  counts(): never {
    throw notHere(this.name);
  }

  remove(): void {
    this.stop();
  }

  stop(): void {
    this.#stopping.abort();
    this.#handlers.clear();
  }

  #start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#follow().catch((error: unknown) =>
      this.#parts.logger.error('A kind is not followed any more', { resource: this.name, error }),
    );
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stopping;
    const backoff = createBackoff({ random: this.#parts.random, baseMs: 200, maxMs: 30_000 });
    for (let step: Step = { from: undefined, waitMs: 0 }; !signal.aborted;) {
      step = step.from === undefined ? await this.#list(backoff) : await this.#watch(step.from, backoff);
      if (step.waitMs > 0) await pause(step.waitMs, signal);
    }
  }

  async #list(backoff: Backoff): Promise<Step> {
    const { logger, resource, server } = this.#parts;
    const listed = await listAll(server, resource);
    switch (listed.kind) {
      case 'listed':
        this.#load(await this.#versionsOf(listed.items));
        return { from: listed.resourceVersion, waitMs: 0 };
      case 'absent':
        this.#load([]);
        return { from: undefined, waitMs: absentRetryMs };
      case 'failed':
        logger.warn('A kind could not be listed', { resource: this.name, reason: listed.message });
        return { from: undefined, waitMs: backoff.next('') };
    }
  }

  /** A few microseconds for each object, of which there may be many. */
  async #versionsOf(items: readonly ListedItem[]): Promise<readonly ObjectVersion[]> {
    const versions: ObjectVersion[] = [];
    for (const item of items) {
      versions.push(remoteVersionOf(this.#keyOf(item), item.value));
      const paused = giveWay();
      if (paused !== undefined) await paused;
    }
    return versions;
  }

  async #watch(from: string, backoff: Backoff): Promise<Step> {
    const { logger, resource, server } = this.#parts;
    const { signal } = this.#stopping;
    const ended = await watchFrom({ server, resource, from, signal }, (event) => this.#take(event));
    if (ended.fault !== undefined && !signal.aborted) {
      logger.warn('A kind could not be watched', { resource: this.name, reason: ended.fault });
    }
    if (ended.hasAdvanced) backoff.forget('');
    return {
      from: ended.isGone ? undefined : ended.resourceVersion,
      waitMs: ended.hasAdvanced ? 0 : backoff.next(''),
    };
  }

  #load(versions: readonly ObjectVersion[]): void {
    this.#objects.clear();
    for (const version of versions) this.#objects.set(version.key, version);
    this.#isLoaded = true;
    for (const handler of this.#handlers) this.#guard(() => handler.onState(this.#state()));
    this.#setLoaded();
  }

  #take({ type, names, value }: WatchedEvent): void {
    const key = this.#keyOf(names);
    const version = type === 'DELETED' ? undefined : remoteVersionOf(key, value);
    if (version === undefined) this.#objects.delete(key);
    else this.#objects.set(key, version);
    for (const handler of this.#handlers) this.#guard(() => handler.onChange(names, version));
  }

  #state(): (readonly [NamespacedName, ObjectVersion])[] {
    return [...this.#objects.values()].map((version) => [this.namesOf(version), version] as const);
  }

  #keyOf({ namespace, name }: NamespacedName): string {
    const { folder, isNamespaced } = this.#options;
    return isNamespaced ? `${folder}${namespace}/${name}` : `${folder}${name}`;
  }

  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#parts.logger.error('An event handler of a resource failed', { resource: this.name, error });
    }
  }

  async #getOne(names: NamespacedName): Promise<GetOutcome> {
    const { server, resource } = this.#parts;
    const answer = await requestRemote(server, { method: 'GET', path: resourcePathOf({ resource, ...names }) });
    if (answer.ok) {
      const object = remoteVersionOf(this.#keyOf(names), answer.value);
      return { ok: true, object, revision: object.revision, isFromStore: true };
    }
    // A kind that the server does not have says nothing of its objects: they may be there in another version.
    const isKnown = answer.status.details?.name !== undefined;
    if (answer.status.code === 404 && isKnown) return { ok: true, object: undefined, revision: 0 };
    throw new Error(answer.status.message ?? 'the request was refused');
  }
}

function notHere(resource: string): Error {
  return new Error(`${resource}: objects of another server are read by informers alone`);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
