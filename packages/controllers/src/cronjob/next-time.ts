/** The next moment of a schedule. Hours that a clock change leaves out have none; those that it repeats have two. */
import type { CompiledSchedule, CronFields } from './compile-schedule.ts';
import { openTimeZone, type TimeZone } from './time-zone.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** A schedule without a moment in so long has none at all, as that of the 30th of February. */
const searchedDays = 5 * 366;
/** No zone is further from UTC. */
const widestOffsetMs = 15 * hourMs;

/** The first moment after `afterMs`, in milliseconds since 1970; undefined if there is none within five years. */
export function nextTime({ times }: CompiledSchedule, zone: TimeZone, afterMs: number): number | undefined {
  if (times.kind === 'every') return Math.floor(afterMs / 1_000) * 1_000 + times.intervalMs;
  const today = Math.floor((afterMs + zone.offsetMs(afterMs)) / dayMs);
  // The day before too: a clock that is put back over midnight repeats its end.
  for (let day = today - 1; day < today + searchedDays; day += 1) {
    if (!isDay(times, day)) continue;
    const found = firstOfDay(times, zone, day * dayMs, afterMs);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isDay(fields: CronFields, day: number): boolean {
  const date = new Date(day * dayMs);
  if (!fields.months.has(date.getUTCMonth() + 1)) return false;
  const isOfMonth = fields.daysOfMonth.has(date.getUTCDate());
  const isOfWeek = fields.daysOfWeek.has(date.getUTCDay());
  return fields.needsBothDays ? isOfMonth && isOfWeek : isOfMonth || isOfWeek;
}

/** `midnightMs`: of the clock in the zone, as if that were UTC. */
function firstOfDay(fields: CronFields, zone: TimeZone, midnightMs: number, afterMs: number): number | undefined {
  const before = zone.offsetMs(midnightMs - widestOffsetMs);
  const after = zone.offsetMs(midnightMs + dayMs + widestOffsetMs);
  if (before === after) {
    for (const localMs of timesOfDay(fields, midnightMs)) if (localMs - before > afterMs) return localMs - before;
    return undefined;
  }
  let first: number | undefined;
  for (const localMs of timesOfDay(fields, midnightMs)) {
    for (const offset of [before, after]) {
      const atMs = localMs - offset;
      const isReal = zone.offsetMs(atMs) === offset;
      if (isReal && atMs > afterMs && (first === undefined || atMs < first)) first = atMs;
    }
  }
  return first;
}

function* timesOfDay({ hours, minutes }: CronFields, midnightMs: number): Iterable<number> {
  for (const hour of hours) for (const minute of minutes) yield midnightMs + hour * hourMs + minute * minuteMs;
}

export interface Missed {
  readonly atMs: number;
  /** An estimate for schedules of uneven intervals. */
  readonly count: number;
}

/** The last moment after `earliestMs` and not after `nowMs`, and how many there were. */
export function lastMissedTime(
  schedule: CompiledSchedule,
  zone: TimeZone,
  earliestMs: number,
  nowMs: number,
): Missed | undefined {
  const first = nextTime(schedule, zone, earliestMs);
  if (first === undefined || first > nowMs) return undefined;
  const second = nextTime(schedule, zone, first);
  if (second === undefined || second > nowMs) return { atMs: first, count: 1 };
  const gapMs = second - first;
  // It counts from the first moment; fields count from the clock.
  if (schedule.times.kind === 'every') {
    const count = Math.floor((nowMs - first) / gapMs) + 1;
    return { atMs: first + (count - 1) * gapMs, count };
  }
  let last = someMissed(schedule, zone, { first, gapMs, nowMs });
  for (let next = nextTime(schedule, zone, last); next !== undefined && next <= nowMs;) {
    last = next;
    next = nextTime(schedule, zone, last);
  }
  return { atMs: last, count: Math.floor((last - first) / gapMs) + 1 };
}

interface Gap {
  readonly first: number;
  readonly gapMs: number;
  readonly nowMs: number;
}

/** One of the last moments: looks back from now, further and further, until there is one. */
function someMissed(schedule: CompiledSchedule, zone: TimeZone, { first, gapMs, nowMs }: Gap): number {
  for (let backMs = gapMs; nowMs - backMs > first; backMs *= 2) {
    const found = nextTime(schedule, zone, nowMs - backMs);
    if (found !== undefined && found <= nowMs) return found;
  }
  return first;
}

/** The system's zone where none is named. Undefined for a name that is no zone. */
export function zoneOf(name: string | undefined): TimeZone | undefined {
  return openTimeZone(name === 'Local' ? undefined : name);
}
