/** Reads a whole store page by page, and finds what of it this server understands. It writes nothing. */
import { createApiScheme, findOwnServiceKinds } from '@keelson/api';
import { readApiServerLease } from '@keelson/controllers';
import { countBits, decodeRangeBitmap, transcodeValues } from '@keelson/server';
import {
  hasStorageCode,
  isUnreadable,
  maxValueBytes,
  StorageError,
  type EncryptionConfiguration,
  type FirstKey,
  type Storage,
} from '@keelson/storage';

import type { CheckReport } from './check-report.ts';
import { flagsFor } from './flags-to-set.ts';
import { inspectObject } from './inspect-object.ts';
import { findMissingKeys } from './missing-keys.ts';
import { leaseFolder, placeOfKey, type KeyPlace } from './place-of-key.ts';
import { readStoredKinds, type StoredKinds } from './stored-kinds.ts';
import { countForm, Tally } from './tally.ts';
import { encryptionOf, layeredPages, openValues, type LayeredEntry } from './value-layers.ts';
import { warningsOfCheck } from './warnings-of-check.ts';

export interface CheckOptions {
  readonly encryption: EncryptionConfiguration | undefined;
  readonly domain: string;
  /** Those of the keys of a folder that have no time to live. Absent where the engine does not tell. */
  readonly findPermanentKeys?: ((folder: string) => Promise<ReadonlySet<string>>) | undefined;
  /** The first key of the whole store, asked for where none has the prefix. Absent where the engine does not tell. */
  readonly findFirstKey?: (() => Promise<FirstKey>) | undefined;
  readonly onProgress: (keys: number, bytes: number) => void;
  /** The revision was compacted while it was read: the next progress is of another one. */
  readonly onRestart?: (() => void) | undefined;
}

/** A store that is compacted faster than it is read is not read by trying more often. */
const mostReadings = 3;
const alwaysCompacted =
  `the revision that is read was compacted before all of it was read, ${mostReadings} times. Suspend compactions ` +
  'meanwhile (--etcd-compaction-interval=0 of kube-apiserver, --auto-compaction-retention=0 of etcd), or check ' +
  'another etcd that was restored from a snapshot of this one';

/** Rejects as the store fails. All that is counted is of one revision, a later one if that is compacted meanwhile. */
export async function checkStore(storage: Storage, options: CheckOptions): Promise<CheckReport> {
  for (let reading = 1; ; reading += 1) {
    try {
      return await readStore(storage, options);
    } catch (error) {
      if (!hasStorageCode(error, 'compacted')) throw error;
      if (reading === mostReadings) throw new StorageError('compacted', alwaysCompacted, { cause: error });
      options.onRestart?.();
    }
  }
}

async function readStore(storage: Storage, options: CheckOptions): Promise<CheckReport> {
  const { encryption, domain, onProgress } = options;
  const scheme = createApiScheme({ domain, includeRetired: true });
  const decoding = transcodeValues(openValues(storage, encryption), scheme);
  const kinds = await readStoredKinds(decoding, domain);
  const { engine } = await storage.status();
  const permanent = (await options.findPermanentKeys?.(storage.prefix + leaseFolder)) ?? new Set<string>();
  const tally = new Tally();
  let revision = 0;
  let [keys, bytes] = [0, 0];
  for await (const page of layeredPages(storage, encryption)) {
    revision = page.revision;
    for (const entry of page.entries) {
      keys += 1;
      bytes += entry.stored.byteLength;
      tally.addKey(entry.stored.byteLength);
      take({ kinds, tally, permanent }, entry, placeOfKey(kinds, entry.key.slice(storage.prefix.length)));
    }
    onProgress(keys, bytes);
  }
  if (keys === 0) await takeNoKeys(storage.prefix, tally, options);
  const found = tally.done();
  const head = { engine, prefix: storage.prefix, revision };
  const isUnderstood = found.notUnderstoodCount === 0 && found.unknown.length === 0;
  const flags = flagsFor({ ...found, prefix: storage.prefix });
  return { ...head, ...found, flags, warnings: warningsOfCheck(found, kinds, encryption), isUnderstood };
}

async function takeNoKeys(prefix: string, tally: Tally, { findFirstKey }: CheckOptions): Promise<void> {
  const first = await findFirstKey?.();
  const finding = first && findMissingKeys(prefix, first);
  if (finding !== undefined) tally.addFinding(finding);
}

interface Taking {
  readonly kinds: StoredKinds;
  readonly tally: Tally;
  /** The leases of API servers that have no time to live. */
  readonly permanent: ReadonlySet<string>;
}

function take({ kinds, tally, permanent }: Taking, entry: LayeredEntry, place: KeyPlace): void {
  switch (place.kind) {
    case 'own':
      return tally.addOwnKey();
    case 'apiServer':
      return takeApiServer(kinds, tally, entry, permanent);
    case 'unknown':
      return tally.addUnknown(place.folder);
    case 'range':
      return takeRange(tally, entry, place.name);
    case 'stray':
      return tally.addFinding({ key: entry.key, reason: `no object of ${place.of.name} can have such a key` });
    case 'object':
      return takeObject(kinds, tally, entry, place);
  }
}

/** A server that is alive gives its lease a time to live, each time that it renews it. */
function takeApiServer(
  { scheme }: StoredKinds,
  tally: Tally,
  { key, opened }: LayeredEntry,
  permanent: ReadonlySet<string>,
): void {
  const read = readApiServerLease(findOwnServiceKinds(scheme).endpoints, opened);
  if (read.ok && !permanent.has(key)) return tally.addApiServer(read.lease);
  const reason = read.ok
    ? `at ${read.lease.address} and never expires, so that the server is gone: etcdctl del ${key} removes it`
    : `and ${read.message}; it counts for none, and if no server renews it, etcdctl del ${key} removes it`;
  tally.addFinding({ key, reason: `it is the lease of an API server ${reason}` });
}

function takeObject(
  { scheme }: StoredKinds,
  tally: Tally,
  { key, stored, opened }: LayeredEntry,
  place: Extract<KeyPlace, { readonly kind: 'object' }>,
): void {
  const count = tally.resource(place.of.name);
  count.objects += 1;
  count.bytes += stored.byteLength;
  const encryption = encryptionOf(stored);
  if (isUnreadable(opened)) {
    count.unreadable += 1;
    countForm(count.forms, { apiVersion: '', mediaType: '', encryption });
    return tally.addFinding({ key, reason: opened.fault });
  }
  const { apiVersion, mediaType, fault, unknownFields } = inspectObject(scheme, place, opened);
  countForm(count.forms, { apiVersion, mediaType, encryption });
  if (fault !== undefined) {
    count.unreadable += 1;
    tally.addFinding({ key, reason: fault });
  }
  if (opened.byteLength > maxValueBytes) {
    const bytes = opened.byteLength.toLocaleString('en');
    const reason = `it has ${bytes} bytes, more than are written here: it is served, and cannot be changed`;
    tally.addFinding({ key, reason });
  }
  if (unknownFields.length === 0) return;
  count.withUnknownFields += 1;
  const shown = unknownFields.slice(0, mostFields).join(', ');
  const more = unknownFields.length > mostFields ? `, and ${unknownFields.length - mostFields} more` : '';
  tally.addFinding({ key, reason: `fields that are unknown here, and lost with the next write: ${shown}${more}` });
}

const mostFields = 5;

function takeRange(tally: Tally, { key, opened }: LayeredEntry, name: string): void {
  if (isUnreadable(opened)) return tally.addFinding({ key, reason: opened.fault });
  const decoded = decodeRangeBitmap(opened);
  if (!decoded.ok) return tally.addFinding({ key, reason: decoded.message });
  const { range, bits } = decoded.bitmap;
  tally.addRange({ name, range, taken: countBits(bits) });
}
