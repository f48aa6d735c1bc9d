/** Offsets of time zones from UTC, out of the data of the JavaScript engine. */

export interface TimeZone {
  /** The local time less UTC, at a moment. */
  offsetMs(atMs: number): number;
}

const known = new Map<string, TimeZone | undefined>();
/** Names come from users. */
const mostKnown = 1_000;

const utc: TimeZone = { offsetMs: () => 0 };
const local: TimeZone = { offsetMs: (atMs) => -new Date(atMs).getTimezoneOffset() * 60_000 };

/** The system's where no name is given; undefined for a name that is no zone. */
export function openTimeZone(name: string | undefined): TimeZone | undefined {
  if (name === undefined) return local;
  if (name === '' || name === 'UTC') return utc;
  if (!known.has(name)) {
    if (known.size >= mostKnown) known.clear();
    known.set(name, create(name));
  }
  return known.get(name);
}

function create(name: string): TimeZone | undefined {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return undefined;
  }
  return {
    offsetMs: (atMs) => {
      const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
      const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
      const localMs = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
      return localMs - Math.floor(atMs / 1_000) * 1_000;
    },
  };
}
