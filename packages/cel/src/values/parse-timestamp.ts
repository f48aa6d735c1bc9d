/** Instants as RFC 3339 has them, to the nanosecond. */
import { toTimestamp } from './numbers.ts';
import { CelFault } from './value.ts';
import type { CelTimestamp } from './value.ts';

const form = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,30}))?(?:Z|([+-])(\d{2}):(\d{2}))$/;

const billion = 1_000_000_000n;

export function parseTimestamp(text: string): CelTimestamp | undefined {
  const match = text.length > 80 ? null : form.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  date.setUTCHours(hour, minute, second);
  const [offsetHours = 0, offsetMinutes = 0] = [Number(match[9] ?? 0), Number(match[10] ?? 0)];
  if (offsetHours > 23 || offsetMinutes > 59) return undefined;
  const offset = BigInt((offsetHours * 60 + offsetMinutes) * 60) * (match[8] === '-' ? -1n : 1n);
  const fraction = BigInt((match[7] ?? '').slice(0, 9).padEnd(9, '0'));
  const value = toTimestamp((BigInt(date.getTime() / 1000) - offset) * billion + fraction);
  return value instanceof CelFault ? undefined : value;
}
