/**
 * Writes that only a leader may make: each carries the compare of the leadership, in its own transaction. A leader that
 * was deposed without knowing it, as by a process that stood still, can therefore write nothing once another leads.
 */
import type { Compare } from '../contract/compare.ts';
import { StorageError } from '../contract/errors.ts';
import type { Storage, WriteResult } from '../contract/storage.ts';

type WritableStorage = Pick<Storage, 'create' | 'update' | 'delete' | 'prefix'>;

/**
 * Promises as the storage below it; fails with `notLeading` where the compare does not hold, and where there is none.
 * `fence` is asked at each write. The refusals that it returns tell of the caller's own compares alone.
 */
export function fenceWrites(storage: WritableStorage, fence: () => Compare | undefined): WritableStorage {
  const write = async (
    compares: readonly Compare[] | undefined,
    run: (all: readonly Compare[]) => Promise<WriteResult>,
  ): Promise<WriteResult> => {
    const own = fence();
    if (own === undefined) throw notLeading();
    const asked = compares ?? [];
    const result = await run([...asked, own]);
    if (result.ok) return result;
    const { compared = [], ...refused } = result;
    if (compared[asked.length]?.revision !== own.revision) throw notLeading();
    return compares === undefined ? refused : { ...refused, compared: compared.slice(0, asked.length) };
  };
  return {
    prefix: storage.prefix,
    create: (key, value, options) =>
      write(options?.compares, (compares) => storage.create(key, value, { ...options, compares })),
    update: (key, value, revision, options) =>
      write(options?.compares, (compares) => storage.update(key, value, revision, { ...options, compares })),
    delete: (key, revision, options) =>
      write(options?.compares, (compares) => storage.delete(key, revision, { ...options, compares })),
  };
}

function notLeading(): StorageError {
  return new StorageError('notLeading', 'The leadership that this write depends on has ended.');
}
