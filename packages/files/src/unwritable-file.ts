/** A file or folder that cannot be written: which, why, and what one can do about it. */
import { dirname } from 'node:path';

export class UnwritableFileError extends Error {
  readonly isUnwritableFile = true;
}

export function isUnwritableFile(error: unknown): error is UnwritableFileError {
  return error instanceof Error && 'isUnwritableFile' in error;
}

const remedies: Readonly<Record<string, (folder: string) => string>> = {
  ENOSPC: (folder) => `the disk that holds ${folder} is full; free some space`,
  EDQUOT: (folder) => `the quota of the disk that holds ${folder} is used up; free some space`,
  EROFS: (folder) => `${folder} is on a read-only file system; mount it for writing, or choose another --data-dir`,
  EACCES: (folder) => `this user may not write ${folder}; give it the right to, or choose another --data-dir`,
  EPERM: (folder) => `this user may not write ${folder}; give it the right to, or choose another --data-dir`,
  ENOTDIR: (folder) => `a part of ${folder} is no folder; choose another --data-dir`,
  EIO: (folder) => `the disk that holds ${folder} failed; look at the kernel's log`,
};

/** In words where they are known; in those of the file system otherwise. */
export function unwritableFile(path: string, cause: unknown): UnwritableFileError {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  const why = remedies[code]?.(dirname(path)) ?? message;
  return new UnwritableFileError(`${path} cannot be written: ${why}`, { cause });
}
