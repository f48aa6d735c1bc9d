/** The rules, the dashboard and the runbooks of deploy, against a real Prometheus that scrapes two replicas and etcd. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeAuthority, type Authority } from '@keelson/callouts/testing';
import { startEtcd, type EtcdCluster } from '@keelson/storage/etcd-cluster';

import { make } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { hasPrometheus, runPromtool, startPrometheus, type Prometheus } from './support/prometheus.ts';
import { token, type Home, type Started } from './support/serve.ts';
import { openAsking, readPki } from './support/tls.ts';
import { configurationOf, startWebhookServer, type WebhookServer } from './support/webhook-server.ts';

const root = join(import.meta.dirname, '..');
const rules = join(root, 'deploy/prometheus');
const ruleFiles = ['recording-rules.yaml', 'alerting-rules.yaml'].map((name) => join(rules, name));

// Skipped where Debian's package of Prometheus could not be downloaded.
const withPrometheus = hasPrometheus ? describe : describe.skip;

withPrometheus('the rules', () => {
  it('are read by promtool, which finds no fault', async () => {
    const { code, said } = await runPromtool(['check', 'rules', ...ruleFiles]);
    expect([code, said]).toEqual([0, expect.not.stringMatching(/FAILED|duplicate/)]);
  });

  it('fire each in its case, and none in a healthy world', async () => {
    const { code, said } = await runPromtool(['test', 'rules', join(rules, 'rules-test.yaml')]);
    expect([code, said]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});

/** The last that was opened is closed first. */
const closings: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closings.reverse()) await close();
});
const newHome = useHomes();
let etcd: EtcdCluster;
let authority: Authority;
let hooks: WebhookServer;
let prometheus: Prometheus;

const configMaps = '/api/v1/namespaces/default/configmaps';

async function configureCallouts(server: Started): Promise<void> {
  const where = { url: hooks.url, authority: authority.pem };
  const hook = { name: 'allow.example.com', path: 'allow' };
  const registrations = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
  await make(server, registrations, configurationOf('Validating', where, [hook]));
  await make(server, '/apis/apiregistration.k8s.io/v1/apiservices', {
    metadata: { name: 'v1.away.example.com' },
    spec: {
      ...{ group: 'away.example.com', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1 },
      service: { namespace: 'default', name: 'away' },
      insecureSkipTLSVerify: true,
    },
  });
}

/** A level with so few seats, and so short a queue, that some of a crowd wait and others are refused. */
async function configureFlows(server: Started): Promise<void> {
  const group = '/apis/flowcontrol.apiserver.k8s.io/v1beta2';
  const limitResponse = { type: 'Queue', queuing: { queues: 1, handSize: 1, queueLengthLimit: 5 } };
  await make(server, `${group}/prioritylevelconfigurations`, {
    metadata: { name: 'crowd' },
    spec: { type: 'Limited', limited: { assuredConcurrencyShares: 1, limitResponse } },
  });
  const rule = {
    subjects: [{ kind: 'User', user: { name: 'crowd' } }],
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true }],
  };
  await make(server, `${group}/flowschemas`, {
    metadata: { name: 'crowd' },
    spec: { priorityLevelConfiguration: { name: 'crowd' }, matchingPrecedence: 10, rules: [rule] },
  });
  await make(server, '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
    metadata: { name: 'crowd' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'crowd' }],
  });
  // The flow schema is in force some moments after it was written.
  await eventually(async () => expect(await askAsCrowd(server, 100)).toContain(429));
}

async function askAsCrowd(server: Started, size: number): Promise<readonly number[]> {
  const headers = { Authorization: 'Bearer crowd' };
  const answers = Array.from({ length: size }, () => server.ask('/api/v1/pods', { headers }));
  return (await Promise.all(answers)).map(({ status }) => status);
}

async function keepAsking(servers: readonly Started[], home: Home, signal: AbortSignal): Promise<void> {
  const [first] = servers;
  if (first === undefined) return;
  const { admin } = await readPki(home);
  const byCertificate = openAsking(first.url, { cert: admin.cert, key: admin.key });
  const own = 'watched';
  for (const server of servers) {
    const isEnough = (): boolean => signal.aborted;
    server.ask(`${configMaps}?watch=true`, { isEnough, allowsPartial: true }).catch(() => undefined);
  }
  for (let round = 0; !signal.aborted; round += 1) {
    const name = `${own}-${String(round)}`;
    await first.ask(configMaps, { method: 'POST', body: { metadata: { name } } });
    for (const server of servers) {
      for (const path of [`${configMaps}/${name}`, configMaps, '/api/v1/pods']) await server.ask(path);
      await server.ask('/apis/batch/v1beta1/namespaces/default/cronjobs');
      await server.ask('/api/v1/namespaces/default/secrets?limit=1&resourceVersion=1&resourceVersionMatch=Exact');
    }
    await byCertificate.ask(configMaps);
    await askAsCrowd(first, 20);
    await first.ask(`${configMaps}/${name}`, { method: 'DELETE' });
  }
  byCertificate.close();
}

beforeAll(async () => {
  if (!hasPrometheus) return;
  const cluster = await startEtcd({ members: 3, isTls: false });
  etcd = cluster;
  closings.push(() => cluster.close());
  authority = makeAuthority();
  hooks = await startWebhookServer(authority.issue({ names: ['IP:127.0.0.1'] }), {});
  closings.push(
    () => hooks.kill(),
    () => authority.close(),
  );
  const home = await newHome();
  await home.addUsers('crowd');
  const flag = `--etcd-servers=${etcd.urls.join(',')}`;
  const first = await home.start(flag);
  const second = await (await newHome()).start(flag);
  const keelson = {
    job_name: 'keelson',
    scheme: 'https',
    tls_config: { insecure_skip_verify: true },
    authorization: { credentials: token },
    static_configs: [{ targets: [first, second].map(({ url }) => new URL(url).host) }],
  };
  const members = { job_name: 'etcd', static_configs: [{ targets: etcd.urls.map((url) => new URL(url).host) }] };
  prometheus = await startPrometheus(home.folder, { scrapes: [keelson, members], ruleFiles });
  closings.push(() => prometheus.stop());
  await configureCallouts(first);
  await configureFlows(first);
  const load = new AbortController();
  const loading = keepAsking([first, second], home, load.signal);
  closings.push(() => {
    load.abort();
    return loading;
  });
});

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

async function readQueries(): Promise<readonly (readonly [title: string, query: string])[]> {
  const { panels } = JSON.parse(await readFile(join(root, 'deploy/grafana/keelson.json'), 'utf8')) as {
    readonly panels: readonly Panel[];
  };
  const fill = (expr: string): string =>
    expr.replaceAll('$__rate_interval', '10s').replaceAll('$job', 'keelson').replaceAll('$instance', '.+');
  return panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, fill(expr)] as const));
}

/** The names of metrics in a query. A selector stands behind each. */
const namesIn = (query: string): readonly string[] =>
  query.split(/[^\w:{]+/).flatMap((part) => (part.includes('{') ? [part.split('{')[0] ?? ''] : []));

interface RuleGroup {
  readonly rules: readonly {
    readonly name: string;
    readonly query: string;
    readonly health: string;
    readonly lastError?: string;
  }[];
}

withPrometheus('monitoring', () => {
  it('every query of the dashboard returns numbers', async () => {
    const queries = await readQueries();
    expect(queries.length).toBeGreaterThan(40);
    const missing = new Map(queries.map(([title, query]) => [query, title]));
    await eventually(async () => {
      for (const query of missing.keys()) {
        const found = await prometheus.query(query);
        if (found.some(({ value: [, number] }) => Number.isFinite(Number(number)))) missing.delete(query);
      }
      expect([...missing]).toEqual([]);
    });
  });

  it('every rule is evaluated, and every metric that a rule names is scraped', async () => {
    const read = async (): Promise<readonly RuleGroup['rules'][number][]> => {
      const { groups } = (await prometheus.get('rules')) as { readonly groups: readonly RuleGroup[] };
      return groups.flatMap((group) => group.rules);
    };
    await eventually(async () => {
      const failing = (await read()).filter(({ health }) => health !== 'ok');
      expect(failing).toEqual([]);
    });
    const all = await read();
    expect(all.length).toBeGreaterThan(50);
    const types = Object.keys((await prometheus.get('metadata')) as object);
    const known = new Set([...types, ...all.map(({ name }) => name), 'up']);
    const unknown = all.flatMap(({ name, query }) =>
      namesIn(query)
        .filter((metric) => !known.has(metric) && !known.has(metric.replace(/_(bucket|count|sum)$/, '')))
        .map((metric) => `${name}: ${metric}`),
    );
    expect(unknown).toEqual([]);
  });

  it('every query of the runbooks is one that Prometheus carries out, over metrics that are scraped', async () => {
    const folder = join(root, 'docs/runbooks');
    const pages = (await readdir(folder)).filter((name) => name !== 'README.md');
    expect(pages.length).toBeGreaterThan(20);
    const types = Object.keys((await prometheus.get('metadata')) as object);
    const faults: string[] = [];
    for (const page of pages) {
      const text = await readFile(join(folder, page), 'utf8');
      const queries = [...text.matchAll(/^```promql\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
        block.trim().split('\n'),
      );
      for (const query of queries) {
        await prometheus.query(query).catch((error: unknown) => faults.push(`${page}: ${String(error)}`));
        for (const metric of namesIn(query)) {
          const isKnown = metric.startsWith('keelson:') || types.includes(metric.replace(/_(bucket|count|sum)$/, ''));
          if (!isKnown && !types.includes(metric)) faults.push(`${page}: ${metric}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });
});
