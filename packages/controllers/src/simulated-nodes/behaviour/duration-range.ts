/** Durations of the simulation: `5s`, or a range to draw from such as `1s-5s`. */
import { parseDuration } from '@keelson/schema';

export interface DurationRange {
  readonly fromMs: number;
  readonly toMs: number;
}

const longestMs = 365 * 24 * 3_600_000;
const nanosecondsPerMs = 1_000_000;

export function readDurationRange(text: string): DurationRange | undefined {
  const [from = '', to = from, ...more] = text.split('-');
  const [fromMs, toMs] = [readMs(from), readMs(to)];
  if (more.length > 0 || fromMs === undefined || toMs === undefined || toMs < fromMs) return undefined;
  return { fromMs, toMs };
}

function readMs(text: string): number | undefined {
  const parsed = parseDuration(text);
  const ms = parsed.ok ? Number(parsed.value) / nanosecondsPerMs : -1;
  return ms >= 0 && ms <= longestMs ? ms : undefined;
}
