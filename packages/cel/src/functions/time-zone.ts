/** Time zones: offsets such as `+02:00`, and names of the time zone database. */
import { CelFault } from '../values/value.ts';
import type { CostMeter } from '../values/cost-meter.ts';

/** Bounds what is kept: there are some 600 names, spelled in upper and lower case. */
const mostFormatters = 700;

const formatters = new Map<string, Intl.DateTimeFormat | CelFault>();

/** The cost of making and using a formatter. */
const workOfMaking = 2_000;
const workOfFormatting = 100;

/** A date whose UTC fields are those that `date` has in `zone`. */
export function shiftToZone(meter: CostMeter, date: Date, zone: string): Date | CelFault {
  const offset = /^([+-]?)(\d{1,2}):(\d{2})$/.exec(zone);
  if (offset !== null) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3]);
    return new Date(date.getTime() + (offset[1] === '-' ? -minutes : minutes) * 60_000);
  }
  if (zone === '' || zone === 'UTC') return date;
  const formatter = findFormatter(meter, zone);
  if (formatter instanceof CelFault) return formatter;
  meter.toil(workOfFormatting);
  return shift(date, formatter);
}

function findFormatter(meter: CostMeter, zone: string): Intl.DateTimeFormat | CelFault {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  meter.toil(workOfMaking);
  const made = makeFormatter(zone);
  if (made instanceof CelFault) return made;
  if (formatters.size >= mostFormatters) formatters.clear();
  formatters.set(zone, made);
  return made;
}

function makeFormatter(zone: string): Intl.DateTimeFormat | CelFault {
  const unknown = new CelFault(`unknown time zone ${zone.slice(0, 100)}`);
  if (!/^[a-zA-Z][a-zA-Z0-9_+/-]{0,63}$/.test(zone)) return unknown;
  try {
    return new Intl.DateTimeFormat('en-US-u-ca-iso8601-nu-latn', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch (cause) {
    if (cause instanceof RangeError) return unknown;
    throw cause;
  }
}

function shift(date: Date, formatter: Intl.DateTimeFormat): Date {
  const fields = new Map(formatter.formatToParts(date).map(({ type, value }) => [type, Number(value)]));
  const field = (name: Intl.DateTimeFormatPartTypes) => fields.get(name) ?? 0;
  const shifted = new Date(0);
  shifted.setUTCFullYear(field('year'), field('month') - 1, field('day'));
  shifted.setUTCHours(field('hour'), field('minute'), field('second'), date.getUTCMilliseconds());
  return shifted;
}
