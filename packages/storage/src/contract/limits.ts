/**
 * The limits of the contract, and the validation of arguments. It runs before an engine
 * does anything, so an invalid call has no effect.
 */
import type { Compare } from './compare.ts';

import { StorageError } from './errors.ts';
import type { ChangeOptions } from './storage.ts';

/** The largest value of a caller. 72 KB below the largest request of etcd: room for the key, the compare and the overhead. */
export const maxValueBytes = 1_500_000;
/** The most that encryption adds to a value: more than every provider with the longest name of a secret. */
export const maxOverheadBytes = 1_024;
/** Below what one page of the embedded engine can index (1,978 bytes). */
export const maxKeyBytes = 1_500;
export const defaultPrefix = '/registry/';
/** The time limit of a call, and of a request with all its calls. */
export const defaultTimeoutMs = 10_000;
const maxTtlSeconds = 10 * 365 * 24 * 3600;

const nul = '\u0000';

/** Makes `/registry`, `registry/` and `/registry/` the same prefix. */
export function parsePrefix(text: string): string {
  let [start, end] = [0, text.length];
  while (text.charAt(start) === '/') start += 1;
  while (end > start && text.charAt(end - 1) === '/') end -= 1;
  const prefix = start === end ? '/' : `/${text.slice(start, end)}/`;
  const fault = faultOfPath(prefix.slice(1), true);
  if (fault !== undefined) throw invalidKey(text, fault);
  return prefix;
}

export function checkKey(prefix: string, key: string): void {
  if (!key.startsWith(prefix)) throw invalidKey(key, `it does not begin with ${prefix}`);
  const fault = faultOfPath(key.slice(prefix.length), false);
  if (fault !== undefined) throw invalidKey(key, fault);
}

/** A range or watch names a folder, so that `pods` never matches `podtemplates`. */
export function checkFolder(prefix: string, folder: string): void {
  if (folder === prefix) return;
  if (!folder.startsWith(prefix)) throw invalidKey(folder, `it does not begin with ${prefix}`);
  const fault = faultOfPath(folder.slice(prefix.length), true);
  if (fault !== undefined) throw invalidKey(folder, fault);
}

/** `after` is only compared, so it need not be a valid key. */
export function checkAfter(folder: string, after: string | undefined): void {
  if (after === undefined) return;
  if (!after.startsWith(folder)) throw invalidKey(after, `it is not under ${folder}`);
  const fault = faultOfText(after);
  if (fault !== undefined) throw invalidKey(after, fault);
}

/** Limits the caller's bytes, so that the limit is the same with and without encryption. */
export function checkValueSize(key: string, value: Uint8Array, overheadBytes = 0): void {
  if (!Number.isSafeInteger(overheadBytes) || overheadBytes < 0 || overheadBytes > maxOverheadBytes) {
    throw new StorageError('invalidArgument', `What is added to a value has from 0 to ${maxOverheadBytes} bytes.`);
  }
  const bytes = value.byteLength - overheadBytes;
  if (bytes <= maxValueBytes) return;
  throw new StorageError('tooLarge', `The value of ${key} has ${bytes} bytes, the limit is ${maxValueBytes}.`);
}

export function checkRevision(revision: number, least: 0 | 1): void {
  if (Number.isSafeInteger(revision) && revision >= least) return;
  throw new StorageError('invalidArgument', `A revision is a whole number from ${least} on, not ${String(revision)}.`);
}

/** Of `get` and `range`: the newest, or a revision from 1 on. */
export function checkReadRevision(revision: number | undefined): void {
  if (revision !== undefined) checkRevision(revision, 1);
}

/** etcd reports progress by a key after the folder, which must be under the prefix. */
export function checkProgress(prefix: string, folder: string, progressAt: number | undefined): void {
  if (progressAt === undefined) return;
  checkRevision(progressAt, 0);
  if (folder !== prefix) return;
  throw new StorageError('invalidArgument', `Progress is told of folders below ${prefix}, not of all keys.`);
}

export function checkLimit(limit: number | undefined): void {
  if (limit === undefined) return;
  if (Number.isSafeInteger(limit) && limit > 0) return;
  throw new StorageError('invalidArgument', `A limit is a whole number from 1 on, not ${String(limit)}.`);
}

/** The namespace and the definition of an object, and a leadership, with one to spare. */
const maxCompares = 4;

/** etcd refuses a transaction that reads a key twice only where it also writes it, so equal keys are refused here. */
export function checkCompares(prefix: string, key: string, compares: readonly Compare[] = []): void {
  if (compares.length === 0) return;
  for (const compare of compares) {
    checkKey(prefix, compare.key);
    checkRevision(compare.revision, 1);
  }
  const keys = new Set([key, ...compares.map((compare) => compare.key)]);
  if (compares.length <= maxCompares && keys.size === compares.length + 1) return;
  throw new StorageError('invalidArgument', `A write compares at most ${maxCompares} other keys, each once.`);
}

/** etcd takes 128 operations in a transaction. */
export const maxCompanions = 100;
/** Together with the value of the write, companions may have so much more than the largest value of a caller. */
const companionBytes = 51_200;

export function checkCompanions(
  prefix: string,
  key: string,
  { companions, compares = [] }: Pick<ChangeOptions, 'companions' | 'compares'>,
  valueBytes = 0,
): void {
  if (companions === undefined) return;
  for (const each of companions) {
    checkKey(prefix, each.key);
    if (each.expectedRevision !== undefined) checkRevision(each.expectedRevision, 0);
  }
  const bytes = companions.reduce((sum, { value }) => sum + (value?.byteLength ?? 0), valueBytes);
  if (bytes > maxValueBytes + companionBytes) {
    throw new StorageError('tooLarge', `The value of ${key} and what is written beside it have ${bytes} bytes.`);
  }
  const keys = new Set([key, ...compares.map((each) => each.key), ...companions.map((each) => each.key)]);
  if (companions.length <= maxCompanions && keys.size === 1 + compares.length + companions.length) return;
  throw new StorageError(
    'invalidArgument',
    `A write has at most ${maxCompanions} others beside it, of different keys.`,
  );
}

export function checkTtl(ttlSeconds: number | undefined): void {
  if (ttlSeconds === undefined) return;
  if (ttlSeconds > 0 && ttlSeconds <= maxTtlSeconds) return;
  throw new StorageError('invalidArgument', `A time to live is above 0 and at most ten years, not ${ttlSeconds} s.`);
}

/** Printable ASCII, no part of which is empty or begins with a dot: nearly every key. Its length is its bytes. */
const plainKey = /^[!-\-0-~][!-.0-~]*(?:\/[!-\-0-~][!-.0-~]*)*$/;

function faultOfPath(path: string, isFolder: boolean): string | undefined {
  if (!isFolder && path.length <= maxKeyBytes && plainKey.test(path)) return undefined;
  const segments = path.split('/');
  if (isFolder && segments.at(-1) === '') segments.pop();
  else if (isFolder) return 'a prefix ends with a slash';
  for (const segment of segments) {
    if (segment === '') return 'a part between slashes is empty';
    if (segment === '.' || segment === '..') return `a part is "${segment}"`;
  }
  return faultOfText(path);
}

function faultOfText(text: string): string | undefined {
  if (text.includes(nul)) return 'it has a NUL in it';
  if (Buffer.byteLength(text) > maxKeyBytes) return `it is longer than ${maxKeyBytes} bytes`;
  if (/\p{Surrogate}/u.test(text)) return 'it has half a surrogate pair in it';
  return undefined;
}

function invalidKey(key: string, fault: string): StorageError {
  const shown = JSON.stringify(key.length > 200 ? `${key.slice(0, 200)}…` : key);
  return new StorageError('invalidKey', `${shown} cannot be a key here: ${fault}.`);
}
