/**
 * Times between their JSON text and the seconds and nanoseconds of the wire. The
 * zero time is year 1, as in the peer; text is canonical, so always in UTC.
 */
import { refuseMessage } from './wire.ts';

const ZERO_TIME_SECONDS = -62_135_596_800;
const YEAR_0_SECONDS = -62_167_219_200;
const YEAR_9999_END_SECONDS = 253_402_300_799;

const NANOS_PER_MICRO = 1000;

export interface Timestamp {
  readonly seconds: number;
  readonly nanos: number;
}

/** Nothing for the zero time. */
export function parseTimestamp(text: string): Timestamp | undefined {
  const seconds = Math.floor(Date.parse(text) / 1000);
  if (Number.isNaN(seconds)) throw new TypeError(`not a time: ${text}`);
  const nanos = text.length > 20 ? Number(text.slice(20, 26)) * NANOS_PER_MICRO : 0;
  return seconds === ZERO_TIME_SECONDS && nanos === 0 ? undefined : { seconds, nanos };
}

/** `2006-01-02T15:04:05Z`, or null for the zero time. */
export function formatTime(seconds: number | bigint): string | null {
  const secondsInRange = inRange(seconds);
  return secondsInRange === ZERO_TIME_SECONDS ? null : `${toTheSecond(secondsInRange)}Z`;
}

/** `2006-01-02T15:04:05.000000Z`, or null for the zero time. */
export function formatMicroTime(seconds: number | bigint, nanos: number): string | null {
  if (nanos < 0 || nanos > 999_999_999) refuseMessage('the nanoseconds of a time are out of range');
  const secondsInRange = inRange(seconds);
  const micros = Math.floor(nanos / NANOS_PER_MICRO);
  if (secondsInRange === ZERO_TIME_SECONDS && micros === 0) return null;
  return `${toTheSecond(secondsInRange)}.${String(micros).padStart(6, '0')}Z`;
}

function inRange(seconds: number | bigint): number {
  if (seconds < YEAR_0_SECONDS || seconds > YEAR_9999_END_SECONDS)
    refuseMessage('a time is outside the years 0 to 9999');
  return Number(seconds);
}

const SECONDS_PER_DAY = 86_400;
const DAYS_PER_YEAR = 365.2425;
const DAYS_PER_MONTH = 30.6;
/** From 1 March of year 0 to 1970: counted from March on, the leap day is the last of its year. */
const DAYS_BEFORE_1970 = 719_468;

const twoDigits = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'));

/** Several times as fast as a Date and its text, and times are what most small objects consist of. */
function toTheSecond(seconds: number): string {
  const day = Math.floor(seconds / SECONDS_PER_DAY);
  const rest = seconds - day * SECONDS_PER_DAY;
  const clock = `${pad(Math.floor(rest / 3600))}:${pad(Math.floor(rest / 60) % 60)}:${pad(rest % 60)}`;
  return `${toDate(day + DAYS_BEFORE_1970)}T${clock}`;
}

function toDate(day: number): string {
  let marchYear = Math.floor((day + 0.5) / DAYS_PER_YEAR);
  if (firstDayOf(marchYear) > day) marchYear--;
  else if (firstDayOf(marchYear + 1) <= day) marchYear++;
  const dayOfYear = day - firstDayOf(marchYear);
  const marchMonth = Math.floor((dayOfYear + 0.5) / DAYS_PER_MONTH);
  const dayOfMonth = dayOfYear - Math.floor(marchMonth * DAYS_PER_MONTH + 0.5) + 1;
  const isNextYear = marchMonth > 9;
  const year = isNextYear ? marchYear + 1 : marchYear;
  return `${pad(Math.floor(year / 100))}${pad(year % 100)}-${pad(isNextYear ? marchMonth - 9 : marchMonth + 3)}-${pad(dayOfMonth)}`;
}

function firstDayOf(marchYear: number): number {
  return marchYear * 365 + Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
}

function pad(value: number): string {
  return twoDigits[value] ?? String(value);
}
