/** Numbers of etcd have 64 bits; those that cannot be told exactly are not believed. */
import { StorageError } from '../errors.ts';

export function exact(number: number): number {
  if (Number.isSafeInteger(number)) return number;
  throw new StorageError('damaged', `etcd is at revision ${number}, beyond what can be told exactly (2^53).`);
}
