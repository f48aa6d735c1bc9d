/**
 * One version of one object in the watch cache. The versions of a key are a chain,
 * newest first, and the same records in the order of revisions are the event log: an
 * event is its version, and the version it replaced is the next in the chain.
 * Nothing here knows what the bytes mean.
 */
import { isUnreadable } from '@keelson/storage';
import type { Unreadable } from '@keelson/storage';

/** The labels and fields that selectors match. */
export interface ObjectAttributes {
  readonly labels: Readonly<Record<string, string>>;
  /** The selectable fields, by their path: `metadata.name`, `status.phase`. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Identifies an encoding, by identity and never by content: its maker keeps one for as long as the declarations that
 * the encoding was made of.
 */
export interface EncodingKey {
  /** For people. */
  readonly way: string;
}

/** Other encodings of an object: a short list, one link for each. */
export interface Derived {
  readonly key: EncodingKey;
  readonly bytes: Uint8Array;
  readonly next: Derived | undefined;
}

/** An object as readers get it: immutable. Its bytes are shared, so no reader may write to them. */
export interface ObjectVersion {
  readonly key: string;
  readonly revision: number;
  /** The finished JSON: with `metadata.resourceVersion`, ready to send. */
  readonly value: Buffer;
  /** Filled by `attributesOf` the first time that a selector asks. */
  attributes: ObjectAttributes | undefined;
  /** Other encodings; the derived cache owns this. */
  derived: Derived | undefined;
}

interface VersionState {
  readonly key: string;
  readonly revision: number;
  /**
   * The version of the key before this one, as far back as history is kept: `undefined`
   * for a key that did not exist, and once the history before this was trimmed.
   */
  previous: Version | undefined;
  attributes: ObjectAttributes | undefined;
  derived: Derived | undefined;
}

/** An object that can be served. */
export interface ReadableVersion extends VersionState {
  readonly value: Buffer;
  readonly fault: undefined;
}

/** A key that exists, with a value that cannot be read: it is counted, named and deleted, and never served. */
export interface UnreadableVersion extends VersionState {
  readonly value: undefined;
  /** The reason, as a clause. */
  readonly fault: string;
}

/** A key that was deleted. */
export interface DeletedVersion extends VersionState {
  readonly value: undefined;
  readonly fault: undefined;
}

/** A key that exists, be its value readable or not. */
export type LiveVersion = ReadableVersion | UnreadableVersion;
export type Version = LiveVersion | DeletedVersion;

/** The bytes to serve, the reason why there are none, or neither for a deleted key. */
export type Content = Buffer | Unreadable | undefined;

export interface VersionInput {
  readonly key: string;
  readonly revision: number;
  readonly value: Content;
  readonly previous?: Version | undefined;
}

/** The one place that makes them, so that all have one shape in memory. */
export function createVersion({ key, revision, value, previous }: VersionInput): Version {
  if (!isUnreadable(value)) {
    return { key, revision, value, fault: undefined, previous, attributes: undefined, derived: undefined };
  }
  const { fault } = value;
  return { key, revision, value: undefined, fault, previous, attributes: undefined, derived: undefined };
}

/** A version outside all chains, for what was read from the store or is shown under another revision. */
export function createObjectVersion(key: string, revision: number, value: Buffer): ObjectVersion {
  return { key, revision, value, attributes: undefined, derived: undefined };
}
