/** Validates cron schedules: five fields, or a word such as `@daily`. It does not compute when one is due. */

interface Bounds {
  readonly low: number;
  readonly high: number;
  readonly names?: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const fieldBounds: readonly Bounds[] = [
  { low: 0, high: 59 },
  { low: 0, high: 23 },
  { low: 1, high: 31 },
  { low: 1, high: 12, names: months },
  { low: 0, high: 6, names: days },
];

const words: ReadonlySet<string> = new Set([
  '@yearly',
  '@annually',
  '@monthly',
  '@weekly',
  '@daily',
  '@midnight',
  '@hourly',
]);

/** Room for every minute, hour, day and month by its number, each twice. */
export const maxScheduleBytes = 1024;

/** The error of a schedule in the wording of the API; undefined if it is valid. */
export function findScheduleProblem(schedule: string): string | undefined {
  const zone = /^(?:CRON_)?TZ=([^ ]*)/.exec(schedule);
  const name = zone?.[1];
  if (name !== undefined && !isTimeZone(name)) return `provided bad location ${name}: unknown time zone ${name}`;
  const rest = schedule.slice(zone?.[0].length ?? 0).trim();
  if (rest === '') return 'empty spec string';
  return rest.startsWith('@') ? findWordProblem(rest) : findFieldsProblem(rest.split(/\s+/));
}

function findFieldsProblem(fields: readonly string[]): string | undefined {
  if (fields.length !== fieldBounds.length) {
    return `expected exactly ${fieldBounds.length} fields, found ${fields.length}: [${fields.join(' ')}]`;
  }
  for (const [index, bounds] of fieldBounds.entries()) {
    const problem = findFieldProblem(fields[index] ?? '', bounds);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isTimeZone(name: string): boolean {
  if (name === '' || name === 'UTC' || name === 'Local') return true;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const every = '@every ';
const duration = /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;

function findWordProblem(word: string): string | undefined {
  if (words.has(word)) return undefined;
  if (!word.startsWith(every)) return `unrecognized descriptor: ${word}`;
  const length = word.slice(every.length);
  if (duration.test(length)) return undefined;
  return `failed to parse duration ${word}: time: invalid duration "${length}"`;
}

function findFieldProblem(field: string, bounds: Bounds): string | undefined {
  for (const range of field.split(',')) {
    const problem = range === '' ? undefined : findRangeProblem(range, bounds);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** `*`, `a`, `a-b`, each with `/step`. */
function findRangeProblem(range: string, bounds: Bounds): string | undefined {
  const [span = '', stepText, ...moreSteps] = range.split('/');
  const read = readSpan(span, range, bounds);
  if (typeof read === 'string') return read;
  const step = stepText === undefined ? 1 : readNumber(stepText);
  if (moreSteps.length > 0) return `too many slashes: ${range}`;
  if (typeof step === 'string') return step;
  const { low, high } = bounds;
  const start = read.start;
  // A single number with a step means from there on.
  const end = stepText !== undefined && read.isSingle ? high : read.end;
  if (start < low) return `beginning of range (${start}) below minimum (${low}): ${range}`;
  if (end > high) return `end of range (${end}) above maximum (${high}): ${range}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${range}`;
  return step === 0 ? `step of range should be a positive number: ${range}` : undefined;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly isSingle: boolean;
}

function readSpan(span: string, range: string, bounds: Bounds): Span | string {
  const [from = '', to, ...more] = span.split('-');
  const isSingle = to === undefined;
  if (from === '*' || from === '?') return { start: bounds.low, end: bounds.high, isSingle };
  const start = readValue(from, bounds);
  if (typeof start === 'string') return start;
  if (more.length > 0) return `too many hyphens: ${range}`;
  const end = to === undefined ? start : readValue(to, bounds);
  return typeof end === 'string' ? end : { start, end, isSingle };
}

/** Names of months count from 1, those of days from 0, as their ranges do. */
function readValue(text: string, { low, names = [] }: Bounds): number | string {
  const index = names.indexOf(text.toLowerCase());
  return index < 0 ? readNumber(text) : low + index;
}

/** The number, or what is wrong with it. */
function readNumber(text: string): number | string {
  if (!/^[+-]?\d{1,15}$/.test(text)) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
  }
  const number = Number(text);
  return number < 0 ? `negative number (${number}) not allowed: ${text}` : number;
}
