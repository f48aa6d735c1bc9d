/** Damage of the database file: what was found, and what one can do about it. */
import { join } from 'node:path';

import { isStorageError, StorageError } from '../../contract/errors.ts';

export const dataFile = 'data.mdb';

export function damagedFile(directory: string, why: string, cause?: unknown): StorageError {
  return new StorageError(
    'damaged',
    `${join(directory, dataFile)} is damaged: ${why}. Nothing was changed in it. If the disk is sound, restore the ` +
      `directory ${directory} from a copy, or move it away to start with an empty store.`,
    { cause },
  );
}

/** Codes of LMDB for a file that is not as it wrote it; the library throws them as the `code` of an error. */
const words: ReadonlyMap<unknown, string> = new Map([
  [-30797, 'it refers to a page that is not there'],
  [-30796, 'a page of it is of the wrong kind'],
  [-30795, 'an update of it failed half-way'],
  [-30793, 'it is no database'],
  [-30794, 'it has another version'],
  [-30784, 'two of its tables do not fit together'],
  [-30782, 'a transaction met something that is wrong'],
]);

/** The error in words if it tells of damage; otherwise `undefined`. */
export function damageIn(directory: string, cause: unknown): StorageError | undefined {
  if (isStorageError(cause)) return cause.code === 'damaged' ? cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  const why = words.get(code);
  return why === undefined ? undefined : damagedFile(directory, why, cause);
}
