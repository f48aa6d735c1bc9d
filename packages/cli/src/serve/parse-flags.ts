/** Parses the flags of a command line. The first error is reported in a way that helps to mend it. */
import { parseDuration } from '@keelson/schema';

import { UsageError } from '../terminal.ts';
import type { Flag, ValuesOf } from './flag.ts';
import { idleFlags, removedFlags, warnOfIdle } from './idle-flags.ts';

type Flags = Readonly<Record<string, Flag>>;

export interface ParseFlagsOptions {
  /** Receives what is worth a warning, such as a flag that means nothing here. */
  readonly warn?: (text: string) => void;
}

export function parseFlags<const F extends Flags>(
  flags: F,
  args: readonly string[],
  { warn }: ParseFlagsOptions = {},
): ValuesOf<F> {
  const given = new Map<string, string[]>();
  const waiting = [...args];
  for (let arg = waiting.shift(); arg !== undefined; arg = waiting.shift()) {
    const { name, value } = split(arg);
    const flag = flags[name];
    if (flag === undefined) {
      for (const warning of skipIdle(name, value, waiting, Object.keys(flags))) warn?.(warning);
      continue;
    }
    const text = value ?? (flag.kind === 'switch' ? 'true' : waiting.shift());
    if (text === undefined) throw new UsageError(`--${name} needs a value`);
    given.set(name, [...(given.get(name) ?? []), text]);
  }
  const values = Object.entries(flags).map(([name, flag]) => [name, read(name, flag, given.get(name))]);
  return Object.fromEntries(values) as ValuesOf<F>;
}

function split(arg: string): { name: string; value: string | undefined } {
  const match = /^--?([^=]+)(?:=([\s\S]*))?$/.exec(arg);
  if (match?.[1] === undefined) throw new UsageError(`"${arg}" is not a flag; they all begin with --`);
  return { name: match[1].replaceAll('_', '-'), value: match[2] };
}

/** Takes the value of a flag that is accepted and means nothing. Throws a UsageError for all others. */
function skipIdle(name: string, value: string | undefined, waiting: string[], known: readonly string[]): string[] {
  const removed = removedFlags.get(name);
  if (removed !== undefined) {
    throw new UsageError(`--${name} was removed in ${removed.since}; ${removed.instead}`);
  }
  const idle = idleFlags.get(name);
  if (idle === undefined) throw new UsageError(unknownFlag(name, known));
  const text = value ?? (idle.takesValue ? waiting.shift() : 'true');
  if (text === undefined) throw new UsageError(`--${name} needs a value`);
  return warnOfIdle(name, idle, text);
}

function unknownFlag(name: string, known: readonly string[]): string {
  const near = known.find((each) => each.startsWith(name) || name.startsWith(each) || isNear(each, name));
  return near === undefined ? `there is no flag --${name}` : `there is no flag --${name}; did you mean --${near}?`;
}

/** One letter too many, missing, or another. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  return (
    a.slice(start + 1) === b.slice(start + 1) ||
    a.slice(start) === b.slice(start + 1) ||
    a.slice(start + 1) === b.slice(start)
  );
}

function read(name: string, flag: Flag, texts: readonly string[] | undefined): unknown {
  const last = texts?.at(-1);
  if (texts === undefined || last === undefined) return flag.default;
  switch (flag.kind) {
    case 'text':
      return oneOf(name, flag, last);
    case 'count':
      return readCount(name, flag, last);
    case 'duration':
      return readDuration(name, flag, last);
    case 'switch':
      return readSwitch(name, last);
    case 'list':
      return texts
        .flatMap((text) => text.split(','))
        .filter((text) => text !== '')
        .map((text) => oneOf(name, flag, text.trim()));
    case 'settings':
      return readSettings(name, texts);
  }
}

function oneOf(name: string, { oneOf: allowed }: Flag, text: string): string {
  if (allowed === undefined || allowed.includes(text)) return text;
  throw new UsageError(`--${name} "${text}" is not one of ${allowed.join(', ')}`);
}

function readCount(name: string, { minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Flag, text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum && value <= maximum) return value;
  const range = maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum} on` : `from ${minimum} to ${maximum}`;
  throw new UsageError(`--${name} "${text}" is not a whole number ${range}`);
}

const nanosecondsPerMs = 1_000_000n;

function readDuration(name: string, { minimum = 0 }: Flag, text: string): number {
  const parsed = parseDuration(text);
  const ms = parsed.ok ? Number(parsed.value / nanosecondsPerMs) : Number.NaN;
  if (ms >= minimum) return ms;
  throw new UsageError(`--${name} "${text}" is not a duration such as 30s, 5m or 1h30m`);
}

function readSwitch(name: string, text: string): boolean {
  if (['true', 'false', '1', '0'].includes(text)) return text === 'true' || text === '1';
  throw new UsageError(`--${name} "${text}" is neither true nor false`);
}

function readSettings(name: string, texts: readonly string[]): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  for (const pair of texts.flatMap((text) => text.split(',')).filter((text) => text !== '')) {
    const [key = '', value = 'true'] = pair.split('=', 2);
    if (key === '') throw new UsageError(`--${name} "${pair}" is not a pair such as batch/v1beta1=false`);
    const before = settings.get(key.trim());
    if (before !== undefined && before !== value.trim()) {
      throw new UsageError(`--${name} says ${key.trim()}=${before} and ${pair.trim()}; say one of them`);
    }
    settings.set(key.trim(), value.trim());
  }
  return settings;
}
