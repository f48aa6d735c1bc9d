/** Prints an instant in UTC, with the digits of a second that it has. */
import { stripTrailing } from '@keelson/schema';

import type { CelTimestamp } from '../values/value.ts';

const million = 1_000_000n;
const billion = 1_000_000_000n;

export function printTimestamp({ nanoseconds }: CelTimestamp): string {
  const rest = ((nanoseconds % billion) + billion) % billion;
  const date = new Date(Number((nanoseconds - rest) / million));
  const fraction = stripTrailing(rest.toString().padStart(9, '0'), '0');
  return `${date.toISOString().slice(0, 19)}${fraction === '' ? '' : `.${fraction}`}Z`;
}
