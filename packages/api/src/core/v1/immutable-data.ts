/** Rules that ConfigMaps and Secrets share: `immutable` cannot be unset, and the size of the data is limited. */
import type { Report } from '@keelson/schema';

import { isSame } from '../../rules/is-same.ts';

/** All values of one object together. */
export const maxDataBytes = 1024 * 1024;

interface Lockable {
  readonly immutable?: boolean;
}

export function validateLock<T extends Lockable>(
  object: T,
  old: T,
  keys: readonly (keyof T & string)[],
  report: Report,
): void {
  if (old.immutable !== true) return;
  const detail = 'field is immutable when `immutable` is set';
  if (object.immutable !== true) report.forbidden('immutable', detail);
  for (const key of keys) if (!isSame(object[key], old[key])) report.forbidden(key, detail);
}

/** The decoded length of `base64`. */
export function decodedBytes(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}
