/** The two ends of every step: a value, or a refusal that holds the answer to the client. */
import type { Status } from '@keelson/meta';

import type { Done, Refused } from './contract.ts';

export function done<T>(value: T): Done<T> {
  return { ok: true, value };
}

export function refused(status: Status): Refused {
  return { ok: false, status };
}
