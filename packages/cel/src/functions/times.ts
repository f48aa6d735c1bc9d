/** The parts of instants, in UTC or a time zone, and of durations. */
import { simpleTypes as t } from '../typing/cel-type.ts';
import { CelDuration, CelFault, CelTimestamp, noSuchOverload } from '../values/value.ts';
import { memberFunction } from './overload.ts';
import { shiftToZone } from './time-zone.ts';
import type { CostMeter } from '../values/cost-meter.ts';
import type { CelValue } from '../values/value.ts';
import type { FunctionEntry } from './overload.ts';

const million = 1_000_000n;
const dayMs = 86_400_000;

/** The parts of a date whose UTC fields are those of the zone. */
const parts: Readonly<Record<string, (date: Date) => number>> = {
  getFullYear: (date) => date.getUTCFullYear(),
  getMonth: (date) => date.getUTCMonth(),
  getDate: (date) => date.getUTCDate(),
  getDayOfMonth: (date) => date.getUTCDate() - 1,
  getDayOfWeek: (date) => date.getUTCDay(),
  getDayOfYear: dayOfYear,
  getHours: (date) => date.getUTCHours(),
  getMinutes: (date) => date.getUTCMinutes(),
  getSeconds: (date) => date.getUTCSeconds(),
  getMilliseconds: (date) => date.getUTCMilliseconds(),
};

/** From 0. */
function dayOfYear(date: Date): number {
  const first = new Date(date.getTime());
  first.setUTCMonth(0, 1);
  return Math.round((date.getTime() - first.getTime()) / dayMs);
}

function toDate({ nanoseconds }: CelTimestamp): Date {
  const rest = ((nanoseconds % million) + million) % million;
  return new Date(Number((nanoseconds - rest) / million));
}

function partOf(
  meter: CostMeter,
  [value, zone]: readonly [CelValue, CelValue],
  part: (date: Date) => number,
): CelValue {
  if (!(value instanceof CelTimestamp)) return noSuchOverload;
  const date = toDate(value);
  if (typeof zone !== 'string') return BigInt(part(date));
  const shifted = shiftToZone(meter, date, zone);
  return shifted instanceof CelFault ? shifted : BigInt(part(shifted));
}

const ofInstants: readonly FunctionEntry[] = Object.entries(parts).flatMap(([name, part]) => [
  memberFunction(name, { params: [t.timestamp], result: t.int }, (meter, a) => partOf(meter, [a, null], part)),
  memberFunction(name, { params: [t.timestamp, t.string], result: t.int }, (meter, a, b) =>
    partOf(meter, [a, b], part),
  ),
]);

const units: Readonly<Record<string, bigint>> = {
  getHours: 3_600_000_000_000n,
  getMinutes: 60_000_000_000n,
  getSeconds: 1_000_000_000n,
  getMilliseconds: 1_000_000n,
};

const ofDurations: readonly FunctionEntry[] = Object.entries(units).map(([name, unit]) =>
  memberFunction(name, { params: [t.duration], result: t.int }, (_, a) =>
    a instanceof CelDuration ? a.nanoseconds / unit : noSuchOverload,
  ),
);

export const times: readonly FunctionEntry[] = [...ofInstants, ...ofDurations];
