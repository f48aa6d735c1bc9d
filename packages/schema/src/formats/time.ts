/**
 * Times: RFC 3339 text in any zone, to the text the API prints, in UTC and to the
 * second or the microsecond. The zero time, the first instant of year 1, is null.
 */
import { accept, reject } from './outcome.ts';
import type { FormatOutcome } from './outcome.ts';

type TimeResult = FormatOutcome<string | null>;

type Precision = 'time' | 'microTime';

interface Moment {
  /** Year, month, day, hour, minute, second. */
  readonly numbers: readonly number[];
  readonly fraction: string;
  readonly offsetMinutes: number;
}

const layouts = {
  time: '2006-01-02T15:04:05Z07:00',
  microTime: '2006-01-02T15:04:05.000000Z07:00',
} as const;

const daysInMonth = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

interface Step {
  /** The step's name in the layout and in messages. */
  readonly layout: string;
  readonly form: RegExp;
  readonly range?: readonly [name: string, least: number, most: number];
}

const steps: readonly Step[] = [
  { layout: '2006', form: /[0-9]{4}/y },
  { layout: '-', form: /-/y },
  { layout: '01', form: /[0-9]{2}/y, range: ['month', 1, 12] },
  { layout: '-', form: /-/y },
  { layout: '02', form: /[0-9]{2}/y },
  { layout: 'T', form: /T/y },
  { layout: '15', form: /[0-9]{1,2}/y, range: ['hour', 0, 23] },
  { layout: ':', form: /:/y },
  { layout: '04', form: /[0-9]{2}/y, range: ['minute', 0, 59] },
  { layout: ':', form: /:/y },
  { layout: '05', form: /[0-9]{2}/y, range: ['second', 0, 59] },
];

/** To the second: `2006-01-02T15:04:05Z`. */
export function canonicalTime(text: string): TimeResult {
  return isCanonicalTime(text) ? accept(text) : convert(text, 'time');
}

/** To the microsecond, which has to be written: `2006-01-02T15:04:05.000000Z`. */
export function canonicalMicroTime(text: string): TimeResult {
  return convert(text, 'microTime');
}

const canonical = /^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$/;

function isCanonicalTime(text: string): boolean {
  return text.length === 20 && canonical.test(text) && !text.startsWith('0001-01-01T00:00:00');
}

function convert(text: string, precision: Precision): TimeResult {
  const read = readMoment(text, precision);
  if (!read.ok) return reject(`parsing time ${JSON.stringify(text)}${read.message}`);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = read.value.numbers;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute - read.value.offsetMinutes, second);
  const utcYear = date.getUTCFullYear();
  if (utcYear < 0 || utcYear > 9999) return reject(`parsing time ${JSON.stringify(text)}: year out of range`);
  return accept(print(date.toISOString().slice(0, 19), precision === 'time' ? '' : `.${read.value.fraction}`));
}

function print(seconds: string, fraction: string): string | null {
  return seconds === '0001-01-01T00:00:00' && /^\.?0*$/.test(fraction) ? null : `${seconds}${fraction}Z`;
}

function readMoment(text: string, precision: Precision): FormatOutcome<Moment> {
  const layout = layouts[precision];
  const cannotParse = ({ at, part }: Stop) =>
    reject(` as "${layout}": cannot parse ${JSON.stringify(text.slice(at))} as "${part}"`);
  const read = readNumbers(text);
  if ('part' in read) return cannotParse(read);
  if ('outOfRange' in read) return reject(`: ${read.outOfRange} out of range`);
  const fraction = precision === 'time' ? readAnyFraction(text, read.at) : readMicros(text, read.at);
  if ('part' in fraction) return cannotParse(fraction);
  const zone = readZone(text, fraction.at);
  if (zone === undefined) return cannotParse({ at: fraction.at, part: 'Z07:00' });
  if (zone.at < text.length) return reject(`: extra text: ${JSON.stringify(text.slice(zone.at))}`);
  const [year = 0, month = 0, day = 0] = read.numbers;
  if (day < 1 || day > lengthOfMonth(year, month)) return reject(': day out of range');
  return accept({ numbers: read.numbers, fraction: fraction.digits, offsetMinutes: zone.offsetMinutes });
}

/** Where reading stopped, and what should have been there. */
interface Stop {
  readonly at: number;
  readonly part: string;
}

function readNumbers(text: string): { at: number; numbers: number[] } | Stop | { outOfRange: string } {
  const numbers: number[] = [];
  let at = 0;
  for (const { layout, form, range } of steps) {
    form.lastIndex = at;
    const [found] = form.exec(text) ?? [];
    if (found === undefined) return { at, part: layout };
    at += found.length;
    if (layout.length > 1) numbers.push(Number(found));
    if (range !== undefined && (Number(found) < range[1] || Number(found) > range[2])) return { outOfRange: range[0] };
  }
  return { at, numbers };
}

interface Fraction {
  readonly at: number;
  readonly digits: string;
}

function readAnyFraction(text: string, at: number): Fraction {
  const form = /(?:[.,]([0-9]+))?/y;
  form.lastIndex = at;
  const digits = form.exec(text)?.[1] ?? '';
  return { at: form.lastIndex, digits };
}

function readMicros(text: string, at: number): Fraction | Stop {
  const form = /[.,]([0-9]{6})/y;
  form.lastIndex = at;
  const digits = form.exec(text)?.[1];
  return digits === undefined ? { at, part: '.000000' } : { at: at + 7, digits };
}

function readZone(text: string, at: number): { readonly at: number; readonly offsetMinutes: number } | undefined {
  if (text.charAt(at) === 'Z') return { at: at + 1, offsetMinutes: 0 };
  const form = /([+-])([0-9]{2}):([0-9]{2})/y;
  form.lastIndex = at;
  const match = form.exec(text);
  if (match === null) return undefined;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return { at: at + 6, offsetMinutes: match[1] === '-' ? -minutes : minutes };
}

function lengthOfMonth(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (daysInMonth[month] ?? 0);
}
