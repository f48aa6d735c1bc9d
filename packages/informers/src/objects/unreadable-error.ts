/** The error about an object that exists and cannot be read, with its key and the reason, as kube-apiserver words it. */
import type { UnreadableObject } from '@keelson/cache';
import { StorageError } from '@keelson/storage';

/** Answered with status 500: what cannot be read must not count as absent. */
export function unreadableError(unreadable: UnreadableObject): StorageError {
  return new StorageError('unreadable', wordUnreadable(unreadable));
}

export function wordUnreadable({ key, fault }: Pick<UnreadableObject, 'key' | 'fault'>): string {
  return `unable to transform key ${JSON.stringify(key)}: ${fault}`;
}
