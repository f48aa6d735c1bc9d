/** Prometheus itself: it reads the metrics, and answers the question who still asks for what will be removed. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from '@jest/globals';

import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { freePort, token, type Started } from './support/serve.ts';

const programs = join(import.meta.dirname, '../node_modules/.cache/keelson/prometheus/usr/bin');

// Skipped where Debian's package of Prometheus could not be downloaded.
const withPrometheus = existsSync(join(programs, 'prometheus')) ? describe : describe.skip;

const newHome = useHomes();
const running: ChildProcess[] = [];
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Codes of its linter, beside 0: what it reads, and would name otherwise. */
const readable = [0, 3];

async function checkMetrics(text: string): Promise<{ readonly code: number; readonly said: string }> {
  return new Promise((resolve) => {
    const child = execFile(join(programs, 'promtool'), ['check', 'metrics'], (error, out, said) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: `${out}${said}` }),
    );
    child.stdin?.end(text);
  });
}

/** Returns the address of a Prometheus that scrapes the server once a second. */
async function startPrometheus(folder: string, { url }: Started): Promise<string> {
  const port = await freePort();
  const scrape = {
    job_name: 'apiserver',
    scheme: 'https',
    tls_config: { insecure_skip_verify: true },
    authorization: { credentials: token },
    static_configs: [{ targets: [new URL(url).host] }],
  };
  // JSON is YAML.
  const configuration = { global: { scrape_interval: '1s' }, scrape_configs: [scrape] };
  const file = join(folder, 'prometheus.yaml');
  await writeFile(file, JSON.stringify(configuration));
  const own = [`--storage.tsdb.path=${join(folder, 'prometheus')}`, `--web.listen-address=127.0.0.1:${String(port)}`];
  running.push(spawn(join(programs, 'prometheus'), [`--config.file=${file}`, ...own], { stdio: 'ignore' }));
  return `http://127.0.0.1:${String(port)}`;
}

interface Found {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [time: number, value: string];
}

async function query(prometheus: string, text: string): Promise<readonly Found[]> {
  const answer = await fetch(`${prometheus}/api/v1/query?query=${encodeURIComponent(text)}`);
  const { data } = (await answer.json()) as { data: { result: Found[] } };
  return data.result;
}

const cronJobs = '/apis/batch/v1beta1/namespaces/default/cronjobs';

/** As the guide to deprecated APIs words it. */
const join124 =
  'apiserver_requested_deprecated_apis{removed_release="1.25"} * on(group,version,resource,subresource) group_right() apiserver_request_total';

withPrometheus('Prometheus', () => {
  it('reads all metrics', async () => {
    const home = await newHome();
    const server = await home.start();
    await server.ask(cronJobs);
    const { code, said } = await checkMetrics((await server.ask('/metrics')).body);
    expect(readable).toContain(code);
    expect(said).not.toMatch(/error while linting|parsing/);
    expect(said).not.toContain('no help text');
  });

  it('joins deprecated APIs that were asked for with the requests for them [requests-gauge]', async () => {
    const home = await newHome();
    const server = await home.start();
    await server.ask(cronJobs);
    await server.ask(cronJobs);
    await server.ask('/apis/batch/v1/namespaces/default/cronjobs');
    const prometheus = await startPrometheus(home.folder, server);
    await eventually(async () => {
      const found = await query(prometheus, join124);
      const told = found.map(({ metric, value }) => [metric['version'], metric['verb'], metric['code'], value[1]]);
      expect(told).toEqual([['v1beta1', 'LIST', '200', '2']]);
    }, 45_000);
    expect(await query(prometheus, 'up{job="apiserver"} == 1')).toHaveLength(1);
  });
});
