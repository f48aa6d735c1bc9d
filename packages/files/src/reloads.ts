/**
 * Keeps what was read from files in step with them while the server runs. A change
 * that cannot be used changes nothing: what was good before stays, which is logged and
 * counted. Files that belong together, such as a certificate and its key, are read together.
 *
 * A file is read once nobody has written to it for a while: half of a list of tokens or
 * authorities may look like a whole one.
 */
import { setTimeout as delay } from 'node:timers/promises';

import type { Logger, Metrics } from '@keelson/telemetry';

import type { ConfigurationError } from './configuration-error.ts';
import { wrongFile } from './configuration-error.ts';
import { readSource, stampOf, type FileSource, type Stamp } from './file-source.ts';

/** A fault in a text, with the line where it concerns one; `at` is the index of the file. */
export interface Fault {
  readonly message: string;
  readonly line?: number | undefined;
  readonly at?: number | undefined;
}

export type Parsed<T> = { readonly ok: true; readonly value: T } | ({ readonly ok: false } & Fault);

export interface Watching<T> {
  readonly sources: readonly FileSource[];
  /** Is given the texts in the order of the sources. */
  readonly parse: (texts: readonly string[]) => Parsed<T> | Promise<Parsed<T>>;
  /** Called with every good value but the first. */
  readonly apply: (value: T) => void;
}

export interface Reloads {
  /** The first value. Rejects with a ConfigurationError if that cannot be had. */
  watch<T>(watching: Watching<T>): Promise<T>;
  /** Looks at once whether anything has changed, rather than in its turn. */
  check(): Promise<void>;
  close(): void;
}

export interface ReloadsOptions {
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'counter'>;
  readonly intervalMs?: number;
  /** The time within which a file that is being written changes again. */
  readonly settle?: () => Promise<unknown>;
}

const defaultIntervalMs = 1_000;
const settleMs = 250;
const defaultSettle = (): Promise<unknown> => delay(settleMs, undefined, { ref: false });

const reloadsTotal = {
  name: 'keelson_file_reloads_total',
  help: 'Changes of files that flags name, by what became of them.',
  labels: ['flag', 'result'],
  stability: 'ALPHA',
} as const;

export function createReloads(options: ReloadsOptions): Reloads {
  const { logger, metrics, intervalMs = defaultIntervalMs, settle = defaultSettle } = options;
  const counter = metrics.counter(reloadsTotal);
  const checks: (() => Promise<void>)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const checkAll = async (): Promise<void> => {
    await Promise.all(checks.map((check) => check()));
  };
  const later = (): void => {
    if (isClosed) return;
    timer = setTimeout(() => {
      checkAll().then(later, later);
    }, intervalMs).unref();
  };
  const tell: Tell = (flag, error) => {
    counter.add({ flag, result: error === undefined ? 'applied' : 'refused' });
    if (error === undefined) logger.info('a file has changed and was read anew', { flag });
    else logger.error('a file has changed and cannot be used; what it said before stays', { flag, error });
  };

  return {
    watch: async (watching) => {
      const first = await readAll(watching);
      if (!first.ok) throw first.error;
      checks.push(createCheck(watching, first.texts, { settle, tell, isClosed: () => isClosed }));
      if (timer === undefined) later();
      return first.value;
    },
    check: checkAll,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

type Tell = (flag: string, error: unknown) => void;

interface CheckParts {
  readonly settle: () => Promise<unknown>;
  readonly tell: Tell;
  readonly isClosed: () => boolean;
}

/** Compares content, which is read only when a file may have changed; a bad one is reported once. Never rejects. */
function createCheck<T>(
  watching: Watching<T>,
  firstTexts: readonly string[],
  { settle, tell, isClosed }: CheckParts,
): () => Promise<void> {
  const { sources, apply } = watching;
  let known = keyOf(firstTexts);
  let stamps: readonly Stamp[] = [];

  const check = async (): Promise<void> => {
    const before = await Promise.all(sources.map(stampOf));
    if (isSame(before, stamps) && !before.some(({ isFresh }) => isFresh)) return;
    await settle();
    if (isClosed() || !isSame(before, await Promise.all(sources.map(stampOf)))) return;
    const read = await readAll(watching, known);
    const after = await Promise.all(sources.map(stampOf));
    // Otherwise it was written to meanwhile, and is read in the next turn.
    if (!isSame(before, after)) return;
    stamps = after;
    if (read.key === known) return;
    known = read.key;
    if (read.ok) apply(read.value);
    tell(read.flag, read.ok ? undefined : read.error);
  };
  return async () => {
    try {
      if (!isClosed()) await check();
    } catch (error) {
      tell(sources[0]?.flag ?? '', error);
    }
  };
}

function isSame(some: readonly Stamp[], others: readonly Stamp[]): boolean {
  return some.length === others.length && some.every(({ text }, index) => text === others[index]?.text);
}

type ReadAll<T> =
  | {
      readonly ok: true;
      readonly texts: readonly string[];
      readonly value: T;
      readonly flag: string;
      readonly key: string;
    }
  | { readonly ok: false; readonly error: ConfigurationError; readonly flag: string; readonly key: string };

async function readAll<T>({ sources, parse }: Watching<T>, known?: string): Promise<ReadAll<T>> {
  const texts: string[] = [];
  for (const source of sources) {
    const read = await readSource(source);
    if (!read.ok) {
      const error = wrongFile(source, read.message);
      return { ok: false, error, flag: source.flag, key: error.message };
    }
    texts.push(read.text);
  }
  const flag = sources[0]?.flag ?? '';
  const key = keyOf(texts);
  const parsed = key === known ? unchanged : await tryToParse(parse, texts);
  if (parsed.ok) return { ok: true, texts, value: parsed.value as T, flag, key };
  const source = sources[parsed.at ?? 0] ?? { flag, path: '' };
  const where = parsed.line === undefined ? '' : `line ${String(parsed.line)}: `;
  return { ok: false, error: wrongFile(source, `${where}${parsed.message}`), flag: source.flag, key };
}

/** A reader that fails is a file that cannot be used. */
async function tryToParse<T>(parse: Watching<T>['parse'], texts: readonly string[]): Promise<Parsed<T>> {
  try {
    return await parse(texts);
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

/** Is not looked at. */
const unchanged = { ok: true, value: undefined } as const;

function keyOf(texts: readonly string[]): string {
  return texts.map((text) => `${String(text.length)}:${text}`).join('');
}
