/**
 * The version of a key whose value is still in the store, or as the store gave it. It is read when somebody asks for it
 * first, and kept from then on: to all others it is a version like any other.
 */
import { isUnreadable, type KeyEntry, type StoredValue } from '@keelson/storage';

import type { Content, Derived, LiveVersion, ObjectAttributes, Version } from './object-version.ts';

/** The store of deferred values. One for all versions of a load. */
export interface ValueSource {
  /** Never throws. A key that exists has a content. */
  read(entry: KeyEntry): NonNullable<Content>;
  /** Told once, after the first read. */
  onRead(version: LiveVersion): void;
  /** The stored bytes, which are lent until the next read; `undefined` if they cannot be read. */
  lend(entry: KeyEntry): Uint8Array | undefined;
}

class DeferredVersion {
  readonly key: string;
  readonly revision: number;
  previous: Version | undefined = undefined;
  attributes: ObjectAttributes | undefined = undefined;
  derived: Derived | undefined = undefined;
  readonly #source: ValueSource;
  /** As the store gave it along with the key, until it is read. */
  #stored: StoredValue | undefined;
  /** Undefined until the value is read. */
  #content: NonNullable<Content> | undefined = undefined;

  constructor({ key, revision, value }: KeyEntry, source: ValueSource) {
    this.key = key;
    this.revision = revision;
    this.#stored = value;
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
    return this.#content === undefined ? this.#source.lend(this.#entry()) : this.value;
  }

  #entry(): KeyEntry {
    return { key: this.key, revision: this.revision, value: this.#stored };
  }

  #read(): NonNullable<Content> {
    const content = this.#source.read(this.#entry());
    this.#content = content;
    this.#stored = undefined;
    this.#source.onRead(asVersion(this));
    return content;
  }
}

/** The kind of live version shows when it is read. */
function asVersion(version: DeferredVersion): LiveVersion {
  return version as LiveVersion;
}

export function createDeferredVersion(entry: KeyEntry, source: ValueSource): LiveVersion {
  return asVersion(new DeferredVersion(entry, source));
}

/** Its key exists, and nothing has to be read to know that. */
export function isDeferred(version: object): boolean {
  return version instanceof DeferredVersion;
}

/** Its value is still as the store has it: to ask for it takes some microseconds. */
export function isUnread(version: object): boolean {
  return version instanceof DeferredVersion && version.isUnread;
}

/** The value for one look, and where it was not read yet the bytes that are stored. */
export function peekBytes(version: Version): Uint8Array | undefined {
  return version instanceof DeferredVersion ? version.peekBytes() : version.value;
}
