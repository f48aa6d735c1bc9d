import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from '@jest/globals';

import { metricRows } from '@keelson/api';
import { readServeFlags } from '@keelson/cli';
import { startServer } from '@keelson/server';
import { serveInProcess } from '@keelson/server/testing';
import { silentLogger, type DeclaredMetric } from '@keelson/telemetry';

import { startKeelson } from '../server/start-keelson.ts';

const flags = [
  '--disabled-metrics=apiserver_storage_objects',
  "--allow-metric-labels=apiserver_request_total,verb='GET,LIST'",
];
const [keelson, limited] = await Promise.all([startKeelson(), startKeelson({ flags })]);
afterAll(() => Promise.all([keelson.stop(), limited.stop()]));

const page = await readFile(join(import.meta.dirname, '../../../../docs/metrics.md'), 'utf8');
const [present = '', absent = ''] = page.split('\n## ');
const rows = present.split('\n').flatMap((line) => {
  const [, metric = '', type = '', stability = ''] = line.split('|').map((cell) => cell.trim());
  return metric.startsWith('`') ? [[metric.slice(1, -1), type, stability.split(',')[0]]] : [];
});

async function scrape(server = keelson): Promise<string> {
  return (await server.ask('/metrics')).body;
}

describe('the page of metrics', () => {
  it('names what a scrape shows, with its type and class [rule-9a metrics-class]', async () => {
    const text = await scrape();
    const types = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]));
    const classes = new Map(
      [...text.matchAll(/^# HELP (\w+) (?:\[(\w+)\] )?/gm)].map(([, name = '', of = '']) => [name, of]),
    );
    const shown = [...types].map(([name, type]) => [name, type, classes.get(name)]);
    expect(rows.length).toBeGreaterThan(50);
    expect(shown.sort()).toEqual(rows.sort());
  });
});

it('The calendar of metrics names each that it has once, and none that the page lacks', () => {
  const names = metricRows.map(({ name }) => name);
  const onPage = new Set(rows.map(([name]) => name));
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !onPage.has(name))).toEqual([]);
});

const { KEELSON_FACTS: facts } = process.env;

interface MetricFacts {
  readonly type: string;
  readonly stability: string | null;
  readonly help: string;
  readonly labels: readonly string[];
  readonly buckets: readonly number[] | null;
}

/** Labels of the recording that 1.24 does not have. */
const notOf124 = new Set(['system_client']);
/** Its bounds there are not certain. */
const bounded = (name: string): boolean => name !== 'etcd_request_duration_seconds';

function describeFacts(name: string, { type, stability, help, labels, buckets }: MetricFacts): string {
  return JSON.stringify({
    name,
    type,
    class: stability ?? 'NONE',
    help: help.replace(/^\(Deprecated from .*?\) /, ''),
    labels: labels.filter((label) => !notOf124.has(label)).sort(),
    buckets: buckets !== null && bounded(name) ? buckets : [],
  });
}

function describeDeclared({ type, definition }: DeclaredMetric): string {
  const { name, help, labels = [], stability } = definition;
  const buckets = 'buckets' in definition && bounded(name) ? definition.buckets : [];
  return JSON.stringify({ name, type, class: stability, help, labels: [...labels].sort(), buckets });
}

async function declaredMetrics(): Promise<readonly DeclaredMetric[]> {
  const folder = await mkdtemp(join(tmpdir(), 'keelson-metrics-'));
  const flags = ['--data-dir', join(folder, 'data'), '--secure-port', '0'];
  const configuration = await readServeFlags(flags);
  const started = await startServer({ ...configuration, logger: silentLogger, startWorker: serveInProcess });
  if (!started.ok) throw new Error(started.message);
  try {
    await started.server.whenReady();
    return started.server.declaredMetrics();
  } finally {
    started.server.cutOff();
    await started.server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Made when there is something to count. */
const onDemand = /^apiserver_dropped_requests_total$|^etcd_lease_object_counts$/;
/** Their help is empty there. */
const withoutHelp = /^authentication_token_cache_/;

// The metrics of another implementation, where they are at hand: there is nothing to compare with otherwise.
(facts === undefined ? describe.skip : describe)('the metrics of 1.24', () => {
  it('are here with their type, class, help, labels and bounds, or the page says why not', async () => {
    const file = await readFile(join(facts ?? '', 'metrics-runtime-1.24.json'), 'utf8');
    const { metrics } = JSON.parse(file) as { metrics: Record<string, MetricFacts> };
    const declared = await declaredMetrics();
    const here = new Map(declared.map((each) => [each.definition.name, each]));
    const differing = Object.entries(metrics).flatMap(([name, given]) => {
      if (onDemand.test(name) || absent.includes(`\`${name}\``)) return [];
      const found = here.get(name);
      const help = withoutHelp.test(name) ? (found?.definition.help ?? '') : given.help;
      const [expected, shown] = [describeFacts(name, { ...given, help }), found && describeDeclared(found)];
      return expected === shown ? [] : [{ expected, shown }];
    });
    expect(differing).toEqual([]);
  });
});

describe('metrics of a server', () => {
  it('count who was authenticated, and handshakes that failed', async () => {
    await keelson.ask('/api/v1/namespaces/default');
    const text = await scrape();
    expect(text).toMatch(/^authentication_attempts\{result="success"\} [1-9]/m);
    expect(text).toMatch(/^authenticated_user_requests\{username="other"\} [1-9]/m);
    expect(text).toContain('apiserver_tls_handshake_errors_total 0');
  });

  it('time the calls to the store, by operation and type, and tell its size', async () => {
    const path = '/api/v1/namespaces/default/secrets';
    await keelson.ask(path, { method: 'POST', body: { metadata: { name: 's' } } });
    const text = await scrape();
    expect(text).toContain('etcd_request_duration_seconds_count{operation="create",type="*core.Secret"} 1');
    expect(text).toMatch(/^etcd_db_total_size_in_bytes\{endpoint="embedded"\} [1-9]/m);
  });

  it('count lists and watches, by resource and by who answered them', async () => {
    const path = '/api/v1/namespaces/default/configmaps';
    await keelson.ask(path, { method: 'POST', body: { metadata: { name: 'listed', labels: { a: 'b' } } } });
    await keelson.ask(`${path}?labelSelector=a%3Db`);
    const text = await scrape();
    expect(text).toMatch(/^apiserver_cache_list_total\{index="",resource_prefix="\/configmaps"\} [1-9]/m);
    expect(text).toMatch(
      /^apiserver_cache_list_fetched_objects_total\{index="",resource_prefix="\/configmaps"\} [1-9]/m,
    );
    expect(text).toMatch(/^apiserver_cache_list_returned_objects_total\{resource_prefix="\/configmaps"\} [1-9]/m);
    expect(text).toMatch(/^apiserver_watch_cache_events_dispatched_total\{resource="\*core.ConfigMap"\} [1-9]/m);
    const initializations = 'apiserver_watch_cache_watch_cache_initializations_total';
    expect(text).toContain(`${initializations}{resource="*core.ConfigMap"} 1`);
  });

  it('time the stations of requests, and tell how long the certificates of callers are good', async () => {
    await keelson.ask('/api/v1/namespaces/default');
    const text = await scrape();
    for (const filter of ['authentication', 'authorization', 'priorityandfairness']) {
      const count = new RegExp(`^apiserver_request_filter_duration_seconds_count\\{filter="${filter}"\\} [1-9]`, 'm');
      expect(text).toMatch(count);
    }
    expect(text).toMatch(/^apiserver_client_certificate_expiration_seconds_count \d/m);
    expect(text).toMatch(/^kubernetes_build_info\{major="1",minor="24",.*\} 1$/m);
  });

  it('count tokens of service accounts, and what is known of them', async () => {
    const account = '/api/v1/namespaces/default/serviceaccounts/counted';
    await keelson.ask('/api/v1/namespaces/default/serviceaccounts', {
      method: 'POST',
      body: { metadata: { name: 'counted' } },
    });
    const made = await keelson.ask(`${account}/token`, {
      method: 'POST',
      body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} },
    });
    const { status } = JSON.parse(made.body) as { status: { token: string } };
    const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token: status.token } };
    for (let times = 0; times < 2; times += 1) {
      await keelson.ask('/apis/authentication.k8s.io/v1/tokenreviews', { method: 'POST', body: review });
    }
    const text = await scrape();
    expect(text).toContain('serviceaccount_valid_tokens_total 2');
    expect(text).toContain('authentication_token_cache_request_total{status="miss"} 1');
    expect(text).toContain('authentication_token_cache_request_total{status="hit"} 1');
    expect(text).toContain('authentication_token_cache_fetch_total{status="ok"} 1');
    expect(text).toContain('authentication_token_cache_active_fetch_count{status="in_flight"} 0');
  });

  it('count evaluations of pod security, and quantiles of admission', async () => {
    const labels = { 'pod-security.kubernetes.io/enforce': 'baseline' };
    await keelson.ask('/api/v1/namespaces', { method: 'POST', body: { metadata: { name: 'strict', labels } } });
    const spec = { hostNetwork: true, containers: [{ name: 'c', image: 'i' }] };
    await keelson.ask('/api/v1/namespaces/strict/pods', { method: 'POST', body: { metadata: { name: 'p' }, spec } });
    const text = await scrape();
    expect(text).toContain(
      'pod_security_evaluations_total{decision="deny",mode="enforce",policy_level="baseline",policy_version="latest",request_operation="create",resource="pod",subresource=""} 1',
    );
    expect(text).toMatch(
      /^apiserver_admission_step_admission_duration_seconds_summary\{operation="CREATE",rejected="false",type="admit",quantile="0.5"\} \d/m,
    );
  });

  it('count the changes of definitions', async () => {
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    const names = { plural: 'pumps', singular: 'pump', kind: 'Pump', listKind: 'PumpList' };
    const schema = { openAPIV3Schema: { type: 'object' } };
    const versions = [{ name: 'v1', served: true, storage: true, schema }];
    const body = {
      metadata: { name: 'pumps.example.org' },
      spec: { group: 'example.org', scope: 'Namespaced', names, versions },
    };
    await keelson.ask(definitions, { method: 'POST', body });
    await keelson.ask('/apis/example.org/v1/pumps');
    const text = await scrape();
    const count = 'apiextensions_openapi_v3_regeneration_count';
    expect(text).toContain(`${count}{crd="pumps.example.org",group="example.org",reason="add",version="v1"} 1`);
  });

  it('tell which replica runs the controllers', async () => {
    let text = await scrape();
    while (!text.includes('leader_election_master_status{name="controllers"} 1')) text = await scrape();
    expect(text).toContain('leader_election_master_status{name="controllers"} 1');
  });

  it('are left out where they are disabled, and have no other values of labels than are allowed', async () => {
    await limited.ask('/api/v1/namespaces/default/configmaps', { method: 'POST', body: { metadata: { name: 'a' } } });
    await limited.ask('/api/v1/namespaces/default/configmaps');
    await limited.ask('/api/v1/namespaces/default/configmaps/a');
    const text = await scrape(limited);
    expect(text).not.toContain('apiserver_storage_objects');
    const verbs = [...text.matchAll(/^apiserver_request_total\{.*verb="(\w+)"/gm)].map(([, verb]) => verb);
    expect(new Set(verbs)).toEqual(new Set(['GET', 'LIST', 'unexpected']));
  });

  it('cannot be shown for any release but the previous one', async () => {
    const hidden = startKeelson({ flags: ['--show-hidden-metrics-for-version=1.22'] });
    await expect(hidden).rejects.toThrow(
      "must be omitted or have the value '1.23'. Only the previous minor version is allowed",
    );
    await expect(startKeelson({ flags: ['--allow-metric-labels=apiserver_request_total'] })).rejects.toThrow(
      'is not of the form',
    );
  });
});
