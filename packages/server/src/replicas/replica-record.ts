/** The record of a replica, for other replicas and for people. Other versions may write more or fewer fields. */

export interface ReplicaRecord {
  readonly identity: string;
  readonly url: string;
  readonly version: string;
  /** The release whose behaviour is served. */
  readonly emulatedVersion: string;
  /** RFC 3339, by its own clock. */
  readonly startedAt: string;
  readonly updatedAt: string;
  /** The revision at which it joined; 0 until it knows. */
  readonly joinedRevision: number;
  /** The newest revision that its watch cache has reached, and that of the store at this moment. */
  readonly revision: number;
  readonly storeRevision: number;
  /** The share of one core, and of the time of its event loop, since the record before. */
  readonly cpu: number;
  readonly eventLoop: number;
  readonly residentBytes: number;
  /** The elections that it leads. */
  readonly leads: readonly string[];
  readonly tokenKeys: TokenKeyIds;
  /** The replica whose service account keys it does not share; empty unless it must not serve for that. */
  readonly conflictsWith: string;
}

export interface TokenKeyIds {
  /** Empty where tokens are only verified. */
  readonly signing: string;
  readonly verifying: readonly string[];
  /** The key was named by a flag: replicas were meant to have the same. */
  readonly isConfigured: boolean;
}

/** `undefined` for anything that is no record. */
export function parseReplicaRecord(value: unknown): ReplicaRecord | undefined {
  const text = (name: string): string => textOf(value, name);
  if (text('identity') === '') return undefined;
  const number = (name: string): number => {
    const found = fieldOf(value, name);
    return typeof found === 'number' ? found : 0;
  };
  const keys = fieldOf(value, 'tokenKeys');
  return {
    identity: text('identity'),
    url: text('url'),
    version: text('version'),
    emulatedVersion: text('emulatedVersion'),
    startedAt: text('startedAt'),
    updatedAt: text('updatedAt'),
    joinedRevision: number('joinedRevision'),
    revision: number('revision'),
    storeRevision: number('storeRevision'),
    cpu: number('cpu'),
    eventLoop: number('eventLoop'),
    residentBytes: number('residentBytes'),
    leads: textsOf(value, 'leads'),
    tokenKeys: {
      signing: textOf(keys, 'signing'),
      verifying: textsOf(keys, 'verifying'),
      isConfigured: fieldOf(keys, 'isConfigured') === true,
    },
    conflictsWith: text('conflictsWith'),
  };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
}

function textOf(value: unknown, name: string): string {
  const found = fieldOf(value, name);
  return typeof found === 'string' ? found : '';
}

function textsOf(value: unknown, name: string): readonly string[] {
  const found = fieldOf(value, name);
  return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : [];
}
