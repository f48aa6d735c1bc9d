/** Instants as RFC 3339 has them, to the nanosecond. */
import { toTimestamp } from './numbers.ts';
import { CelFault } from './value.ts';
import type { CelTimestamp } from './value.ts';

const form = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:[.,](\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/;

const billion = 1_000_000_000n;

export function parseInstant(text: string): CelTimestamp | undefined {
  const match = text.length > 80 ? null : form.exec(text);
  if (match === null) return undefined;
  const milliseconds = readMoment(match.slice(1, 7).map(Number));
  const offsetMinutes = readOffset(match.slice(8));
  if (milliseconds === undefined || offsetMinutes === undefined) return undefined;
  const fraction = BigInt((match[7] ?? '').slice(0, 9).padEnd(9, '0'));
  const value = toTimestamp(BigInt(milliseconds / 1000 - offsetMinutes * 60) * billion + fraction);
  return value instanceof CelFault ? undefined : value;
}

function readMoment([year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: number[]): number | undefined {
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.setUTCHours(hour, minute, second);
}

function readOffset([sign, hours = '0', minutes = '0']: (string | undefined)[]): number | undefined {
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}
