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
  LoadedObjects,
  NamespacedName,
  ObjectName,
  ObjectVersion,
  ResourceCache,
  ResourceOptions,
} from '@keelson/cache';
import { createBackoff, type Backoff } from '@keelson/informers';
import type { JsonValue, Resource } from '@keelson/schema';
import { giveWay, type Logger } from '@keelson/telemetry';

import { answerMetadata, answerText } from './answer-fields.ts';
import { keepMetadata, metadataAlone, wholeObjects, type AcceptedForms } from './metadata-form.ts';
import { remoteVersionOf } from './object-bytes.ts';
import { requestRemote, resourcePathOf, type RemoteServer } from './remote-api.ts';
import { listAll, type ListedItem } from './list-all.ts';
import { watchFrom, type WatchedEvent } from './watch-from.ts';

export interface RemoteResourceParts {
  readonly server: RemoteServer;
  readonly resource: Resource;
  readonly logger: Logger;
  readonly random: () => number;
  /**
   * The kind is known by discovery alone: the metadata of its objects is held and nothing else, and one that the server
   * does not find is a kind whose objects are unknown.
   */
  readonly isDiscovered?: boolean | undefined;
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
/** Callers that wait for single objects of a discovered kind: its server may not answer, and others have work to do. */
const mostWaiting = 8;

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
  #waiting = 0;
  /** Of the failure that was logged last. */
  #reason: string | undefined;

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

  peekBytes(name: ObjectName): Uint8Array | undefined {
    return this.peek(name)?.value;
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
    const { resource, server, isDiscovered } = this.#parts;
    const { signal } = this.#stopping;
    const listed = await listAll(server, resource, { accept: this.#forms.list, signal });
    switch (listed.kind) {
      case 'listed':
        this.#load(await this.#versionsOf(listed.items));
        this.#reason = undefined;
        return { from: listed.resourceVersion, waitMs: 0 };
      case 'absent':
        // Read as an empty list, it would have the garbage collector believe that all owners are gone.
        if (isDiscovered === true) return this.#failList('the server does not have it', backoff);
        this.#load([]);
        return { from: undefined, waitMs: absentRetryMs };
      case 'failed':
        return this.#failList(listed.message, backoff);
    }
  }

  #failList(reason: string, backoff: Backoff): Step {
    this.#warn('A kind could not be listed', reason);
    return { from: undefined, waitMs: backoff.next('') };
  }

  /** Once for each reason: a server that is away is asked again and again. */
  #warn(message: string, reason: string): void {
    if (this.#reason === reason || this.#stopping.signal.aborted) return;
    this.#reason = reason;
    this.#parts.logger.warn(message, { resource: this.name, reason });
  }

  /** A few microseconds for each object, of which there may be many. */
  async #versionsOf(items: readonly ListedItem[]): Promise<readonly ObjectVersion[]> {
    const versions: ObjectVersion[] = [];
    for (const item of items) {
      versions.push(this.#versionOf(item, item.value));
      const paused = giveWay();
      if (paused !== undefined) await paused;
    }
    return versions;
  }

  async #watch(from: string, backoff: Backoff): Promise<Step> {
    const { resource, server } = this.#parts;
    const { signal } = this.#stopping;
    const { watch: accept } = this.#forms;
    const ended = await watchFrom({ server, resource, from, accept, signal }, (event) => this.#take(event));
    if (ended.fault !== undefined && !signal.aborted) this.#warn('A kind could not be watched', ended.fault);
    if (ended.hasAdvanced) {
      backoff.forget('');
      this.#reason = undefined;
    }
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
    const version = type === 'DELETED' ? undefined : this.#versionOf(names, value);
    if (version === undefined) this.#objects.delete(key);
    else this.#objects.set(key, version);
    for (const handler of this.#handlers) this.#guard(() => handler.onChange(names, version));
  }

  #state(): LoadedObjects {
    const versions = [...this.#objects.values()];
    const objects = versions.map((version) => [this.namesOf(version), version] as const);
    return Object.assign(objects, {
      named: (accepts: (name: NamespacedName) => boolean) => objects.filter(([name]) => accepts(name)),
      eachKey: () => versions.map(({ key }) => key),
    });
  }

  get #forms(): AcceptedForms {
    return this.#parts.isDiscovered === true ? metadataAlone : wholeObjects;
  }

  #versionOf(names: NamespacedName, value: JsonValue): ObjectVersion {
    return remoteVersionOf(this.#keyOf(names), this.#parts.isDiscovered === true ? keepMetadata(value) : value);
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
    if (this.#parts.isDiscovered !== true) return this.#ask(names);
    if (this.#waiting >= mostWaiting) throw new Error(`${this.name}: too many objects are asked for`);
    this.#waiting += 1;
    try {
      return await this.#ask(names);
    } finally {
      this.#waiting -= 1;
    }
  }

  async #ask(names: NamespacedName): Promise<GetOutcome> {
    const { server, resource } = this.#parts;
    const path = resourcePathOf({ resource, ...names });
    const { signal } = this.#stopping;
    const answer = await requestRemote(server, { method: 'GET', path, accept: this.#forms.object, signal });
    if (answer.ok) {
      if (!isNamed(answer.value, names.name))
        throw new Error(`${this.name} ${names.name}: the answer is no such object`);
      const object = this.#versionOf(names, answer.value);
      return { ok: true, object, revision: object.revision, isFromStore: true };
    }
    // A kind that the server does not have says nothing of its objects: they may be there in another version.
    const isKnown = answer.status.details?.name === names.name;
    if (answer.status.code === 404 && isKnown) return { ok: true, object: undefined, revision: 0 };
    throw new Error(answer.status.message ?? 'the request was refused');
  }
}

/** Anything else that is answered with 200 would pass for another object of that name. */
function isNamed(value: JsonValue, name: string): boolean {
  const metadata = answerMetadata(value);
  return answerText(metadata, 'name') === name && (answerText(metadata, 'uid') ?? '') !== '';
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
