/**
 * One version of an object as listers and informers give it. Its head and the typed object are decoded
 * on first use, at most once per version, and shared by all readers, those of writes included.
 */
import type { NamespacedName, ObjectVersion, ResourceCache } from '@keelson/cache';
import { decodeJson, parseJson } from '@keelson/schema';
import type { Message } from '@keelson/schema';

import { freeze } from './freeze.ts';
import { headOfOrThrow } from './head.ts';
import type { ObjectHead } from './head.ts';
import { unreadableError } from './unreadable-error.ts';

export type DecodedVersion<T> =
  | { readonly ok: true; readonly object: T }
  /** The bytes are JSON, but not of the declared type. The reason is a clause. */
  | { readonly ok: false; readonly fault: string };

/** Immutable. */
export interface CachedObject<T> {
  /** Empty for objects without namespaces. */
  readonly namespace: string;
  readonly name: string;
  readonly version: ObjectVersion;
  /** The metadata that decisions depend on. Cheaper than the object. */
  readonly head: ObjectHead;
  /** The typed object in the stored version, deeply frozen: a change to it throws. */
  readonly decoded: DecodedVersion<T>;
  /** The same. Throws a `StorageError` that names the key if the object cannot be decoded. */
  readonly object: T;
}

/** Gives one cached object for one version, however often it is asked. */
export type ReadVersion<T> = (version: ObjectVersion) => CachedObject<T>;

type Names = Pick<ResourceCache, 'namesOf'>;

class LazyObject<T> implements CachedObject<T> {
  readonly version: ObjectVersion;
  readonly #names: Names;
  readonly #message: Message;
  #named: NamespacedName | undefined;
  #decoded: DecodedVersion<T> | undefined;

  constructor(version: ObjectVersion, names: Names, message: Message) {
    this.version = version;
    this.#names = names;
    this.#message = message;
  }

  get namespace(): string {
    return (this.#named ??= this.#names.namesOf(this.version)).namespace;
  }

  get name(): string {
    return (this.#named ??= this.#names.namesOf(this.version)).name;
  }

  get head(): ObjectHead {
    return headOfOrThrow(this.version);
  }

  get decoded(): DecodedVersion<T> {
    return (this.#decoded ??= decodeOnce<T>(this.#message, this.version.value));
  }

  get object(): T {
    const { decoded } = this;
    if (decoded.ok) return decoded.object;
    const { key, revision } = this.version;
    throw unreadableError({ key, revision, fault: decoded.fault });
  }
}

/** `T` is the type of the message, whose declaration the caller has. `names` is the cache that holds the versions. */
export function createReadVersion<T>(message: Message, names: Names): ReadVersion<T> {
  const known = new WeakMap<ObjectVersion, CachedObject<T>>();
  return (version) => {
    let object = known.get(version);
    if (object === undefined) known.set(version, (object = new LazyObject<T>(version, names, message)));
    return object;
  };
}

interface Known {
  readonly message: Message;
  readonly decoded: DecodedVersion<unknown>;
}

/** Keyed by the decoded bytes, which never change. */
const knownValues = new WeakMap<Buffer, Known>();

function decodeOnce<T>(message: Message, value: Buffer): DecodedVersion<T> {
  const known = knownValues.get(value);
  if (known?.message === message) return known.decoded as DecodedVersion<T>;
  const decoded = decode<T>(message, value);
  knownValues.set(value, { message, decoded });
  return decoded;
}

/** The object in these bytes as `message`, deeply frozen, if a reader has decoded it and it is still cached. */
export function peekDecoded(message: Message, value: Buffer): object | undefined {
  const known = knownValues.get(value);
  return known?.message === message && known.decoded.ok ? (known.decoded.object as object) : undefined;
}

function decode<T>(message: Message, value: Buffer): DecodedVersion<T> {
  const parsed = parseJson(value.toString('utf8'), { maxDepth: Infinity });
  const decoded = parsed.ok ? decodeJson(message, parsed.value) : parsed;
  return decoded.ok ? { ok: true, object: freeze(decoded.object as T) } : { ok: false, fault: decoded.message };
}
