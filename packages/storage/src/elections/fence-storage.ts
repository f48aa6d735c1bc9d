/**
 * A store whose writes are those of one leader: each compares the fence of the leadership in its transaction, so that
 * none is made once another was elected, however long this process was stopped in between.
 */
import type { Compare } from '../contract/compare.ts';
import { StorageError } from '../contract/errors.ts';
import type { Storage, WriteResult } from '../contract/storage.ts';

/** Writes fail with `fenced` once the leadership has ended. Reads, and what else there is, are those of the store. */
export function fenceStorage(storage: Storage, fence: Compare): Storage {
  const compares = [fence];
  const withFence = <T extends { readonly compares?: readonly Compare[] | undefined }>(options?: T) => ({
    ...options,
    compares: options?.compares === undefined ? compares : [...options.compares, fence],
  });
  return {
    ...storage,
    create: async (key, value, options) => unfence(fence, await storage.create(key, value, withFence(options))),
    update: async (key, value, expectedRevision, options) =>
      unfence(fence, await storage.update(key, value, expectedRevision, withFence(options))),
    delete: async (key, expectedRevision, options) =>
      unfence(fence, await storage.delete(key, expectedRevision, withFence(options))),
  };
}

function unfence({ revision }: Compare, result: WriteResult): WriteResult {
  if (result.ok) return result;
  const { compared = [], ...rest } = result;
  if (compared.at(-1)?.revision !== revision) {
    throw new StorageError('fenced', 'Another leader has been elected, or this one has resigned.');
  }
  return compared.length === 1 ? rest : { ...rest, compared: compared.slice(0, -1) };
}
