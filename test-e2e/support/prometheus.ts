/** Prometheus out of Debian's package: its linter, and a server of its own that scrapes every second. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { freePort } from './serve.ts';

const programs = join(import.meta.dirname, '../../node_modules/.cache/keelson/prometheus/usr/bin');

/** Debian's package could be downloaded. */
export const hasPrometheus = existsSync(join(programs, 'prometheus'));

export interface Linted {
  readonly code: number;
  readonly said: string;
}

export function runPromtool(args: readonly string[], input = ''): Promise<Linted> {
  return new Promise((resolve) => {
    const child = execFile(join(programs, 'promtool'), [...args], (error, out, said) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: `${out}${said}` }),
    );
    child.stdin?.end(input);
  });
}

export interface Found {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [time: number, value: string];
}

export interface Prometheus {
  /** Rejects with what Prometheus says of a query that it cannot carry out. */
  query(text: string): Promise<readonly Found[]>;
  /** The `data` of an answer of its API. */
  get(path: string): Promise<unknown>;
  stop(): void;
}

/** As in a configuration of Prometheus. */
export interface PrometheusSettings {
  readonly scrapes: readonly object[];
  readonly ruleFiles?: readonly string[];
}

export async function startPrometheus(folder: string, settings: PrometheusSettings): Promise<Prometheus> {
  const port = await freePort();
  const file = join(folder, 'prometheus.yaml');
  const configuration = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: settings.ruleFiles ?? [],
    scrape_configs: settings.scrapes,
  };
  // JSON is YAML.
  await writeFile(file, JSON.stringify(configuration));
  const own = [`--storage.tsdb.path=${join(folder, 'prometheus')}`, `--web.listen-address=127.0.0.1:${String(port)}`];
  const child: ChildProcess = spawn(join(programs, 'prometheus'), [`--config.file=${file}`, ...own], {
    stdio: 'ignore',
  });
  const get = async (path: string): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${String(port)}/api/v1/${path}`);
    const { data, error } = (await answer.json()) as { readonly data?: unknown; readonly error?: string };
    if (error !== undefined) throw new Error(`${path}: ${error}`);
    return data;
  };
  return {
    get,
    query: async (text) => {
      const data = await get(`query?query=${encodeURIComponent(text)}`);
      return (data as { readonly result: readonly Found[] }).result;
    },
    stop: () => void child.kill('SIGKILL'),
  };
}
