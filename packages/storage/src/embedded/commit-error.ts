/**
 * Translates the failure of a commit. The database rolls such a commit back; `isUndone`
 * verifies that it did.
 */
import { statfs } from 'node:fs/promises';

import { StorageError } from '../contract/errors.ts';
import { damageIn } from './data-file/damage.ts';

/** ENOSPC and EDQUOT. */
const noSpaceCodes: readonly unknown[] = [28, 122];
/** A short write is reported as an I/O error; with less free space than this, the disk is full. */
const littleSpaceBytes = 16 * 1024 * 1024;

export async function commitError(path: string, cause: unknown, isUndone: boolean): Promise<StorageError> {
  const applied = isUndone ? 'no' : 'unknown';
  const freeBytes = await freeBytesOf(path);
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (noSpaceCodes.includes(code) || freeBytes < littleSpaceBytes) {
    return new StorageError(
      'outOfSpace',
      `The disk that holds ${path} is full (${freeBytes} bytes are free). Free some space; ` +
        'what was stored before is unharmed, and writes work again at once.',
      { cause, applied },
    );
  }
  const damage = damageIn(path, cause);
  if (damage !== undefined) return new StorageError('damaged', damage.message, { cause, applied });
  return new StorageError(
    'unavailable',
    `The disk that holds ${path} failed (${reason}). Look at the disk and the kernel's log.`,
    { cause, applied },
  );
}

async function freeBytesOf(path: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
