/**
 * One version of one object, as the window keeps it. The versions of a key are a
 * chain, newest first, and the same records in the order of revisions are the event
 * log: an event is its version, and what it replaced is the next in the chain.
 * Nothing here knows what the bytes mean.
 */
/** What selectors look at. */
export interface Attributes {
  readonly labels: Readonly<Record<string, string>>;
  /** The selectable fields, by their path: `metadata.name`, `status.phase`. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Other encodings of an object: a short list, one link for each. */
export interface Derived {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly next: Derived | undefined;
}

/** What readers are handed. It never changes, and its bytes are shared: nobody may write to them. */
export interface ObjectVersion {
  readonly key: string;
  readonly revision: number;
  /** The finished JSON: with `metadata.resourceVersion`, ready to send. */
  readonly value: Buffer;
  /** Filled by `attributesOf` the first time that a selector asks. */
  attributes: Attributes | undefined;
  /** Other encodings; the derived cache owns this. */
  derived: Derived | undefined;
}

export interface Version {
  readonly key: string;
  readonly revision: number;
  /** `undefined` once the key is deleted. */
  readonly value: Buffer | undefined;
  /**
   * What the key held just before, as far back as the window reaches: `undefined`
   * for a key that did not exist, and once the history before this was trimmed.
   */
  previous: Version | undefined;
  attributes: Attributes | undefined;
  derived: Derived | undefined;
}

export interface LiveVersion extends Version {
  readonly value: Buffer;
}

export interface VersionInput {
  readonly key: string;
  readonly revision: number;
  readonly value: Buffer | undefined;
  readonly previous?: Version | undefined;
}

/** The one place that makes them, so that all have one shape in memory. */
export function createVersion({ key, revision, value, previous }: VersionInput): Version {
  return { key, revision, value, previous, attributes: undefined, derived: undefined };
}

/** A version outside all chains, for what was read from the store or is shown under another revision. */
export function createObject(key: string, revision: number, value: Buffer): ObjectVersion {
  return { key, revision, value, attributes: undefined, derived: undefined };
}

export function isLive(version: Version | undefined): version is LiveVersion {
  return version?.value !== undefined;
}

/**
 * The object as it stood at a revision, from the head of its chain. Right only for
 * revisions that the window still covers: see `Resource.floor`.
 */
export function objectAt(head: Version | undefined, revision: number): LiveVersion | undefined {
  let version = head;
  while (version !== undefined && version.revision > revision) version = version.previous;
  return isLive(version) ? version : undefined;
}
