/** Prometheus itself: it reads the metrics, and answers the question who still asks for what will be removed. */
import { afterAll, describe, expect, it } from '@jest/globals';

import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { hasPrometheus, runPromtool, startPrometheus, type Prometheus } from './support/prometheus.ts';
import { token, type Started } from './support/serve.ts';

// Skipped where Debian's package of Prometheus could not be downloaded.
const withPrometheus = hasPrometheus ? describe : describe.skip;

const newHome = useHomes();
const running: Prometheus[] = [];
afterAll(() => {
  for (const each of running) each.stop();
});

/** Codes of its linter, beside 0: what it reads, and would name otherwise. */
const readable = [0, 3];

async function scrapeServer(folder: string, { url }: Started): Promise<Prometheus> {
  const scrape = {
    job_name: 'apiserver',
    scheme: 'https',
    tls_config: { insecure_skip_verify: true },
    authorization: { credentials: token },
    static_configs: [{ targets: [new URL(url).host] }],
  };
  const prometheus = await startPrometheus(folder, { scrapes: [scrape] });
  running.push(prometheus);
  return prometheus;
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
    const { code, said } = await runPromtool(['check', 'metrics'], (await server.ask('/metrics')).body);
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
    const prometheus = await scrapeServer(home.folder, server);
    await eventually(async () => {
      const found = await prometheus.query(join124);
      const told = found.map(({ metric, value }) => [metric['version'], metric['verb'], metric['code'], value[1]]);
      expect(told).toEqual([['v1beta1', 'LIST', '200', '2']]);
    });
    expect(await prometheus.query('up{job="apiserver"} == 1')).toHaveLength(1);
  });
});
