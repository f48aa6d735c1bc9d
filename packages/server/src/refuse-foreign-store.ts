/**
 * Recognises a store that kube-apiserver has filled, before anything is served from it or
 * written to it. Its objects are in protobuf, which is not read: nearly every request would
 * fail, and objects in two encodings would be left behind.
 */
import { isEnvelope } from '@keelson/schema';
import { isUnreadable, StorageError } from '@keelson/storage';
import type { Entry, Storage } from '@keelson/storage';

/** The sample: values per folder, where a folder holds one resource, and folders per store. */
const samplesInFolder = 10;
const mostFolders = 300;

/**
 * Rejects with `foreignData` where most of the objects looked at are in protobuf. Where they
 * are few, the store is one of ours into which somebody has put them: they concern their
 * own resources, as everything that cannot be read.
 *
 * Cost: a small range for each resource that has objects.
 */
export async function refuseForeignStore(storage: Pick<Storage, 'prefix' | 'range'>): Promise<void> {
  let [own, foreign] = [0, 0];
  let example = '';
  for await (const { key, value } of sample(storage)) {
    if (isUnreadable(value)) continue;
    if (isEnvelope(value)) {
      foreign += 1;
      example ||= key;
    } else if (value[0] === openBrace) {
      own += 1;
    }
  }
  if (foreign <= own) return;
  const found = `${String(foreign)} of ${String(foreign + own)} objects looked at, such as ${example}`;
  throw new StorageError(
    'foreignData',
    `The store holds objects in protobuf, as kube-apiserver writes them (${found}). They cannot be read yet. Nothing was written. Choose another store, or another prefix with --etcd-prefix.`,
  );
}

const openBrace = 0x7b;

/** The first objects of each folder under the prefix. Keys that belong to no resource begin with a dot. */
async function* sample(storage: Pick<Storage, 'prefix' | 'range'>): AsyncGenerator<Entry, void, undefined> {
  const { prefix } = storage;
  let after = `${prefix}.\u{10ffff}`;
  for (let folder = 0; folder < mostFolders; folder += 1) {
    const { entries, more } = await storage.range(prefix, { limit: samplesInFolder, after });
    yield* entries;
    const last = entries.at(-1);
    if (last === undefined || !more) return;
    after = behindFolder(prefix, last.key);
  }
}

/** A key behind all that share the first part of this one; a key without parts is behind itself. */
function behindFolder(prefix: string, key: string): string {
  const slash = key.indexOf('/', prefix.length);
  return slash === -1 ? key : `${key.slice(0, slash + 1)}\u{10ffff}`;
}
