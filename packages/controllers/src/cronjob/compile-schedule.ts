/**
 * Cron schedules: five fields, a word such as `@daily`, or `@every 1h`, and the moments that they name. Schedules are
 * valid: the API has checked them.
 */
import { parseDuration } from '@keelson/schema';

export interface CronFields {
  readonly kind: 'fields';
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly daysOfMonth: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly daysOfWeek: ReadonlySet<number>;
  /** One of the two fields of days is `*`: both have to hold then, and otherwise one of them. */
  readonly needsBothDays: boolean;
}

export interface EverySoOften {
  readonly kind: 'every';
  readonly intervalMs: number;
}

export interface CompiledSchedule {
  readonly times: CronFields | EverySoOften;
  /** Of `TZ=` before the schedule. */
  readonly timeZone: string | undefined;
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const words: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

/** Undefined for what is no schedule. */
export function compileSchedule(text: string): CompiledSchedule | undefined {
  const zone = /^(?:CRON_)?TZ=([^ ]*) /.exec(text);
  const rest = text.slice(zone?.[0].length ?? 0).trim();
  const times = rest.startsWith('@every ') ? compileInterval(rest.slice(7)) : compileFields(words[rest] ?? rest);
  return times && { times, timeZone: zone?.[1] };
}

/** Whole seconds, and at least one. */
function compileInterval(text: string): EverySoOften | undefined {
  const parsed = parseDuration(text.trim());
  if (!parsed.ok) return undefined;
  return { kind: 'every', intervalMs: Math.max(1, Math.floor(Number(parsed.value) / 1e9)) * 1_000 };
}

function compileFields(text: string): CronFields | undefined {
  const [minute, hour, dayOfMonth, month, dayOfWeek, ...more] = text.split(/\s+/);
  if (dayOfWeek === undefined || more.length > 0) return undefined;
  const minutes = compileField(minute ?? '', 0, 59);
  const hours = compileField(hour ?? '', 0, 23);
  const days = compileField(dayOfMonth ?? '', 1, 31);
  const months = compileField(month ?? '', 1, 12, monthNames);
  const weekdays = compileField(dayOfWeek, 0, 6, dayNames);
  const all = [minutes, hours, days, months, weekdays];
  if (all.some(({ values }) => values.length === 0)) return undefined;
  return {
    kind: 'fields',
    minutes: minutes.values,
    hours: hours.values,
    daysOfMonth: new Set(days.values),
    months: new Set(months.values),
    daysOfWeek: new Set(weekdays.values),
    needsBothDays: days.isAny || weekdays.isAny,
  };
}

interface CompiledField {
  /** Ascending. Empty where the field is invalid. */
  readonly values: readonly number[];
  readonly isAny: boolean;
}

interface Bounds {
  readonly low: number;
  readonly high: number;
  readonly names: readonly string[];
}

function compileField(text: string, low: number, high: number, names: readonly string[] = []): CompiledField {
  const ranges = text.split(',').map((part) => readRange(part, { low, high, names }));
  const values = new Set<number>();
  for (const range of ranges) {
    if (range === undefined) return { values: [], isAny: false };
    for (let value = range.first; value <= range.last; value += range.step) values.add(value);
  }
  const isAny = ranges.some((range) => range?.isStar === true && range.step === 1);
  return { values: [...values].sort((a, b) => a - b), isAny };
}

interface Range {
  readonly first: number;
  readonly last: number;
  readonly step: number;
  readonly isStar: boolean;
}

/** Undefined where it is invalid. */
function readRange(text: string, bounds: Bounds): Range | undefined {
  const { low, high } = bounds;
  const [span = '', stepText] = text.split('/');
  const step = stepText === undefined ? 1 : Number(stepText);
  const [from = '', to] = span.split('-');
  const isStar = from === '*' || from === '?';
  const first = isStar ? low : readValue(from, bounds);
  const last =
    to === undefined ? lastWithoutEnd({ first, isStar, hasStep: stepText !== undefined }, high) : readValue(to, bounds);
  return step > 0 && first >= low && last <= high ? { first, last, step, isStar } : undefined;
}

interface OpenRange {
  readonly first: number;
  readonly isStar: boolean;
  readonly hasStep: boolean;
}

/** A single number with a step means from there on. */
function lastWithoutEnd({ first, isStar, hasStep }: OpenRange, high: number): number {
  return isStar || hasStep ? high : first;
}

function readValue(text: string, { low, names }: Bounds): number {
  const index = names.indexOf(text.toLowerCase());
  if (index >= 0) return low + index;
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}
