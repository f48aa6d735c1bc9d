/**
 * Keeps what was read from files in step with them while the server runs. A change
 * that cannot be used changes nothing: what was good before stays, which is logged and
 * counted. Files that belong together, such as a certificate and its key, are read together.
 */
import type { Logger, Metrics } from '@keelson/telemetry';

import type { ConfigurationError } from './configuration-error.ts';
import { wrongFile } from './configuration-error.ts';
import { readSource, stampOf, type FileSource } from './file-source.ts';

/** What is wrong with a text, with the line if it is about one; `at` says in which of the files. */
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
}

const defaultIntervalMs = 1_000;

const reloadsTotal = {
  name: 'keelson_file_reloads_total',
  help: 'Changes of files that flags name, by what became of them.',
  labels: ['flag', 'result'],
  stability: 'ALPHA',
} as const;

export function createReloads({ logger, metrics, intervalMs = defaultIntervalMs }: ReloadsOptions): Reloads {
  const counter = metrics.counter(reloadsTotal);
  const checks: (() => Promise<void>)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const checkAll = async (): Promise<void> => {
    for (const check of checks) if (!isClosed) await check();
  };
  const later = (): void => {
    if (isClosed) return;
    timer = setTimeout(() => void checkAll().finally(later), intervalMs).unref();
  };

  return {
    watch: async (watching) => {
      const first = await readAll(watching);
      if (!first.ok) throw first.error;
      checks.push(
        createCheck(watching, first.texts, (flag, error) => {
          counter.add({ flag, result: error === undefined ? 'applied' : 'refused' });
          if (error === undefined) logger.info('a file has changed and was read anew', { flag });
          else logger.error('a file has changed and cannot be used; what it said before stays', { flag, error });
        }),
      );
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

/** By content, which is looked at only when a file may have changed; a bad one is told of once. */
function createCheck<T>(
  watching: Watching<T>,
  firstTexts: readonly string[],
  tell: (flag: string, error: ConfigurationError | undefined) => void,
): () => Promise<void> {
  let known = keyOf(firstTexts);
  let stamps: readonly (string | undefined)[] = [];
  return async () => {
    const now = await Promise.all(watching.sources.map(stampOf));
    if (now.every((stamp, index) => stamp !== undefined && stamp === stamps[index])) return;
    const read = await readAll(watching, known);
    stamps = now;
    if (read.key === known) return;
    known = read.key;
    if (read.ok) watching.apply(read.value);
    tell(read.flag, read.ok ? undefined : read.error);
  };
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
  const parsed = key === known ? unchanged : await parse(texts);
  if (parsed.ok) return { ok: true, texts, value: parsed.value as T, flag, key };
  const source = sources[parsed.at ?? 0] ?? { flag, path: '' };
  const where = parsed.line === undefined ? '' : `line ${String(parsed.line)}: `;
  return { ok: false, error: wrongFile(source, `${where}${parsed.message}`), flag: source.flag, key };
}

/** Is not looked at. */
const unchanged = { ok: true, value: undefined } as const;

function keyOf(texts: readonly string[]): string {
  return texts.map((text) => `${String(text.length)}:${text}`).join('');
}
