/**
 * Values on their way to another thread. Bytes are copied into buffers of their own, which
 * then change hands without another copy: a view may be of a buffer that others use, and
 * sending it would send all of that.
 */
import { StorageError, isStorageError, type StorageErrorCode } from '@keelson/storage';

export interface Portable<T> {
  readonly value: T;
  readonly transfer: readonly ArrayBuffer[];
}

export function makePortable<T>(value: T): Portable<T> {
  const transfer: ArrayBuffer[] = [];
  return { value: copyOf(value, transfer) as T, transfer };
}

function copyOf(value: unknown, transfer: ArrayBuffer[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) return copyBytes(value, transfer);
  if (Array.isArray(value)) return value.every(isScalar) ? value : value.map((item) => copyOf(item, transfer));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyOf(item, transfer)]));
}

/** Long lists of texts are common, and have nothing in them to copy. */
function isScalar(value: unknown): boolean {
  return typeof value !== 'object';
}

function copyBytes({ buffer, byteOffset, byteLength }: ArrayBufferView, transfer: ArrayBuffer[]): Uint8Array {
  const copy = new Uint8Array(byteLength);
  copy.set(new Uint8Array(buffer, byteOffset, byteLength));
  transfer.push(copy.buffer);
  return copy;
}

/** An error as data. */
export interface ErrorCopy {
  readonly message: string;
  readonly stack: string | undefined;
  readonly storage: { readonly code: StorageErrorCode; readonly applied: 'no' | 'unknown' } | undefined;
}

export function copyError(error: unknown): ErrorCopy {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const storage = isStorageError(error) ? { code: error.code, applied: error.applied } : undefined;
  return { message, stack, storage };
}

/** Restores an error of another thread: failures of the store keep their code. */
export function restoreError({ message, stack, storage }: ErrorCopy): Error {
  const error =
    storage === undefined ? new Error(message) : new StorageError(storage.code, message, { applied: storage.applied });
  if (stack !== undefined) error.stack = stack;
  return error;
}

/** Bytes that came from another thread lose the type of `Buffer`. */
export function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
