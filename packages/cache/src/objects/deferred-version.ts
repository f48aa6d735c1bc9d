/**
 * The version of a key whose value is still in the store. It is read when somebody asks for it first, and kept from then
 * on: to all others it is a version like any other.
 */
import { isUnreadable } from '@keelson/storage';

import type { Content, Derived, LiveVersion, ObjectAttributes, Version } from './object-version.ts';

/** The store of deferred values. One for all versions of a load. */
export interface ValueSource {
  /** Never throws. A key that exists has a content. */
  read(key: string, revision: number): NonNullable<Content>;
  /** Told once, after the first read. */
  onRead(version: LiveVersion): void;
  /** The stored bytes, which are lent until the next read; `undefined` if they cannot be read. */
  lend(key: string, revision: number): Uint8Array | undefined;
}

class DeferredVersion {
  readonly key: string;
  readonly revision: number;
  previous: Version | undefined = undefined;
  attributes: ObjectAttributes | undefined = undefined;
  derived: Derived | undefined = undefined;
  readonly #source: ValueSource;
  /** Undefined until the value is read. */
  #content: NonNullable<Content> | undefined = undefined;

  constructor(key: string, revision: number, source: ValueSource) {
    this.key = key;
    this.revision = revision;
    this.#source = source;
  }

  get value(): Buffer | undefined {
    const content = this.#content ?? this.#read();
    return isUnreadable(content) ? undefined : content;
  }

  get fault(): string | undefined {
    const content = this.#content ?? this.#read();
    return isUnreadable(content) ? content.fault : undefined;
  }

  get isUnread(): boolean {
    return this.#content === undefined;
  }

  /** For one look: nothing is kept. */
  peekBytes(): Uint8Array | undefined {
    return this.#content === undefined ? this.#source.lend(this.key, this.revision) : this.value;
  }

  #read(): NonNullable<Content> {
    const content = this.#source.read(this.key, this.revision);
    this.#content = content;
    this.#source.onRead(asVersion(this));
    return content;
  }
}

/** The kind of live version shows when it is read. */
function asVersion(version: DeferredVersion): LiveVersion {
  return version as LiveVersion;
}

export function createDeferredVersion(key: string, revision: number, source: ValueSource): LiveVersion {
  return asVersion(new DeferredVersion(key, revision, source));
}

/** Its key exists, and nothing has to be read to know that. */
export function isDeferred(version: object): boolean {
  return version instanceof DeferredVersion;
}

/** Its value is still in the store: to ask for it takes some microseconds. */
export function isUnread(version: object): boolean {
  return version instanceof DeferredVersion && version.isUnread;
}

/** The value for one look, and where it is still in the store the bytes that are stored. */
export function peekBytes(version: Version): Uint8Array | undefined {
  return version instanceof DeferredVersion ? version.peekBytes() : version.value;
}
