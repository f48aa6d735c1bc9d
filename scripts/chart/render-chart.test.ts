/** The renderer does what Go's templates do, as far as the chart uses them, and the chart gives what its values ask for. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, describe, expect, it } from '@jest/globals';

import { objectsOf, renderChart } from './render-chart.mjs';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

async function chartWith(template: string, values: object = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keelson-chart-'));
  folders.push(folder);
  const files = {
    'Chart.yaml': 'name: c\nversion: 1.2.3\nappVersion: 4.5.6\n',
    'values.yaml': JSON.stringify(values),
    'values.schema.json': '{"type":"object"}',
    'files/a.txt': 'line one\nline two {{ not a template }}',
    'templates/one.txt': template,
    'templates/_names.tpl': '{{ define "greet" }}hello {{ .who }}{{ end }}',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

async function render(template: string, values: object = {}): Promise<string | undefined> {
  const texts = await renderChart(await chartWith(template, values), { name: 'r', namespace: 'n', values: {} });
  return texts.get('one.txt');
}

describe('a template', () => {
  it.each([
    ['text a {{- 1 -}} b', 'text a1b'],
    ['a\n  {{- /* left out }} */ -}}\n  b', 'ab'],
    ['{{ .Chart.Name }}-{{ .Chart.Version }} {{ .Release.Name }}/{{ $.Release.Namespace }}', 'c-1.2.3 r/n'],
    ['{{ .Values.list | join "," | quote }}', '"x,y"'],
    ['{{ range $at, $it := .Values.list }}{{ if gt $at 0 }};{{ end }}{{ $at }}={{ $it }}{{ end }}', '0=x;1=y'],
    ['{{ range $key, $value := .Values.map }}{{ $key }}{{ $value }} {{ end }}', 'a1 b2 '],
    ['{{ range .Values.nobody }}never{{ else }}nothing{{ end }}', 'nothing'],
    ['{{ with .Values.map }}{{ .a }}{{ $.Release.Name }}{{ end }}{{ with .Values.none }}never{{ end }}', '1r'],
    ['{{ if not .Values.none }}a{{ else if .Values.map }}b{{ else }}c{{ end }}', 'a'],
    ['{{ if .Values.none }}a{{ else if eq .Values.map.a 1 }}b{{ else }}c{{ end }}', 'b'],
    ['{{ $x := "before" }}{{ if true }}{{ $x = "after" }}{{ end }}{{ $x }}', 'after'],
    ['{{ $x := "outer" }}{{ if true }}{{ $x := "inner" }}{{ end }}{{ $x }}', 'outer'],
    ['{{ include "greet" (dict "who" (default "you" .Values.none)) | nindent 2 }}', '\n  hello you'],
    ['{{ .Values.map | toYaml | indent 2 }}', '  a: 1\n  b: 2'],
    ['{{ (dict "k" "v").k }} {{ printf "%s-%d %q" "a" 3 "b" }}', 'v a-3 "b"'],
    ['{{ .Files.Get "files/a.txt" | indent 1 }}', ' line one\n line two {{ not a template }}'],
    ['{{ regexFindAll "[0-9]+" "1h20m3s" -1 | join "," }} {{ regexFindAll "[0-9]" "123" 2 | join "" }}', '1,20,3 12'],
    ['{{ regexFind "[a-z]+" "15ms" }}{{ regexFind "x" "15ms" }} {{ div 1999 1000 }}', 'ms 1'],
    ['{{ trunc 3 "abcdef" | trimSuffix "c" }}{{ and .Values.none .none.deep }}{{ "" }}', 'ab'],
    [
      '{{ .Values.million }} {{ .Values.small }} {{ .Values.half }} {{ printf "%.0f" .Values.million }}',
      '1.5e+06 1e-05 0.5 1500000',
    ],
    ['{{ kindIs "float64" .Values.half }} {{ kindIs "string" "x" }} {{ floor .Values.half }}', 'true true 0'],
  ])('%s gives what Go gives', async (template, expected) => {
    const numbers = { million: 1_500_000, small: 0.00001, half: 0.5 };
    const values = { list: ['x', 'y'], map: { b: 2, a: 1 }, none: '', nobody: [], ...numbers };
    expect(await render(template, values)).toBe(expected);
  });

  it.each([
    ['{{ .Values.absent }}', 'one.txt:1: nothing that can be printed'],
    ['\n{{ .Values.absent.deeper }}', 'one.txt:2: nothing has the field deeper'],
    ['{{ sha1sum "x" }}', 'the function sha1sum is unknown'],
    ['{{ if true }}', 'one.txt:1: has no end'],
    ['{{ end }}', 'an end or else without its beginning'],
    ['{{ $x }}', 'the variable $x is not declared'],
    ['{{ required "say who" .Values.absent }}', 'say who'],
    ['{{ include "nobody" . }}', 'there is no template nobody'],
    ['{{ .Files.Get "files/b.txt" }}', 'the chart has no file files/b.txt'],
    ['{{ printf "%s" }}', 'an argument is missing'],
    ['{{ "open', 'an action that is not closed'],
  ])('%s is an error', async (template, message) => {
    await expect(render(template)).rejects.toThrow(message);
  });
});

const chart = join(import.meta.dirname, '../../helm/keelson');

async function objects(values: Readonly<Record<string, unknown>>) {
  return objectsOf(await renderChart(chart, { name: 'prod', namespace: 'control', values })).map(
    ({ object }) => object,
  );
}

const kindsOf = (all: readonly Record<string, unknown>[]): readonly string[] => all.map(({ kind }) => String(kind));

describe('the chart', () => {
  it('refuses values that it does not know, and such as make no sense', async () => {
    await expect(objects({ replicas: 5 })).rejects.toThrow('values.replicas: is unknown');
    await expect(objects({ replicaCount: 0 })).rejects.toThrow('values.replicaCount: is less than 1');
    await expect(objects({ etcd: { bundled: { replicaCount: 2 } } })).rejects.toThrow('is none of 1, 3, 5');
    await expect(objects({ server: { shutdownDelay: 'soon' } })).rejects.toThrow('does not match');
    await expect(objects({ etcd: { external: { enabled: true } } })).rejects.toThrow('name the members of your etcd');
  });

  it('leaves out the members of an etcd that is there already, and all that is theirs', async () => {
    const external = { enabled: true, endpoints: ['https://one:2379', 'https://two:2379'] };
    const all = await objects({ etcd: { external } });
    expect(kindsOf(all)).not.toContain('StatefulSet');
    expect(JSON.stringify(all)).toContain('--etcd-servers=https://one:2379,https://two:2379');
    expect(JSON.stringify(all)).not.toContain('"prod-keelson-etcd"');
  });

  it.each([
    ['10.0.0.0/24', [], ['10.0.0.1']],
    ['10.96.0.0/12', ['192.0.2.7'], ['10.96.0.1', '192.0.2.7']],
    ['10.96.0.0/12,fd00:10::/108', ['10.96.0.1'], ['10.96.0.1']],
    ['fd00:10::/108', [], ['fd00:10::1']],
  ])('asks for a certificate that pods of a cluster with the range %s can verify', async (range, more, expected) => {
    const tls = { source: 'certManager', certManager: { ipAddresses: more } };
    const all = await objects({ tls, server: { serviceClusterIpRange: range } });
    const text = JSON.stringify(all.filter(({ kind }) => kind === 'Certificate'));
    expect(text).toContain('"kubernetes.default.svc"');
    expect(JSON.stringify(all)).toContain(`--service-cluster-ip-range=${range}`);
    expect(text).toContain(`"ipAddresses":${JSON.stringify(['127.0.0.1', ...expected])}`);
  });

  it('refuses a range of Services whose first address it cannot tell', async () => {
    const tls = { source: 'certManager' };
    const withRange = (serviceClusterIpRange: string) => objects({ tls, server: { serviceClusterIpRange } });
    await expect(withRange('fd00:1:2:3:4:5:6:0/112')).rejects.toThrow('with ::, such as fd00:10::/108');
    await expect(withRange('10.0.0.0')).rejects.toThrow('does not match');
  });

  it('takes the client certificate for an etcd of its own from a Secret, also where cert-manager makes the others', async () => {
    const external = { enabled: true, endpoints: ['https://one:2379'] };
    const all = await objects({ tls: { source: 'certManager', secrets: { etcdClient: 'mine' } }, etcd: { external } });
    const volumes = all
      .filter(({ kind }) => kind === 'Deployment' || kind === 'CronJob')
      .map((each) => JSON.stringify(each));
    expect(volumes).toHaveLength(2);
    for (const text of volumes) {
      expect(text).toContain('{"name":"etcd","secret":{"secretName":"mine","defaultMode":288}}');
    }
    expect(JSON.stringify(all)).not.toContain('etcd-client');
    const bundled = JSON.stringify(await objects({ tls: { source: 'certManager' } }));
    expect(bundled).toContain('{"name":"etcd","secret":{"secretName":"prod-keelson-etcd-client","defaultMode":288}}');
  });

  const monitorOf = async (values: Readonly<Record<string, unknown>>) => {
    const all = await objects(values);
    const monitor = all.find(({ kind, metadata }) => kind === 'ServiceMonitor' && nameOf(metadata) === 'prod-keelson');
    const { endpoints } = monitor?.['spec'] as { endpoints: { tlsConfig: unknown; authorization?: unknown }[] };
    return { all, endpoint: endpoints[0] };
  };
  const nameOf = (metadata: unknown): unknown => (metadata as { name?: unknown }).name;

  it('has Prometheus verify the server, and send a token', async () => {
    const { endpoint } = await monitorOf({ monitoring: { serviceMonitor: { enabled: true } } });
    expect(endpoint?.authorization).toEqual({ credentials: { name: 'keelson-monitoring', key: 'token' } });
    expect(endpoint?.tlsConfig).toEqual({
      serverName: 'prod-keelson.control.svc',
      ca: { secret: { name: 'keelson-ca', key: 'ca.crt' } },
    });
  });

  it('has Prometheus verify the server by whatever signed its certificate, and show a certificate that is made for it', async () => {
    const tls = { source: 'certManager', certManager: { issuer: { name: 'corporate', kind: 'ClusterIssuer' } } };
    const serviceMonitor = { enabled: true, clientCertificate: { enabled: true } };
    const { all, endpoint } = await monitorOf({ tls, monitoring: { serviceMonitor } });
    expect(endpoint).not.toHaveProperty('authorization');
    expect(endpoint?.tlsConfig).toEqual({
      serverName: 'prod-keelson.control.svc',
      ca: { secret: { name: 'prod-keelson-server', key: 'ca.crt' } },
      cert: { secret: { name: 'prod-keelson-monitoring', key: 'tls.crt' } },
      keySecret: { name: 'prod-keelson-monitoring', key: 'tls.key' },
    });
    const made = all.find(
      ({ kind, metadata }) => kind === 'Certificate' && nameOf(metadata) === 'prod-keelson-monitoring',
    );
    // Of the authority of clients, whichever signs what the server shows.
    expect(made?.['spec']).toMatchObject({
      subject: { organizations: ['system:monitoring'] },
      usages: ['digital signature', 'client auth'],
      issuerRef: { kind: 'Issuer', name: 'prod-keelson-ca' },
    });
  });

  it('takes the authority, the name and the client certificate for scraping from its values', async () => {
    const clientCertificate = { enabled: true, secretName: 'prometheus' };
    const caSecret = { name: 'corporate-ca', key: 'root.pem' };
    const serviceMonitor = { enabled: true, clientCertificate, caSecret, serverName: 'api.example.com' };
    const { all, endpoint } = await monitorOf({ tls: { source: 'certManager' }, monitoring: { serviceMonitor } });
    expect(endpoint?.tlsConfig).toEqual({
      serverName: 'api.example.com',
      ca: { secret: caSecret },
      cert: { secret: { name: 'prometheus', key: 'tls.crt' } },
      keySecret: { name: 'prometheus', key: 'tls.key' },
    });
    expect(JSON.stringify(all)).not.toContain('prod-keelson-monitoring');
    const nameless = { enabled: true, clientCertificate: { enabled: true } };
    await expect(objects({ monitoring: { serviceMonitor: nameless } })).rejects.toThrow('name a Secret with tls.crt');
  });

  it('runs backups where replicas run, or where its values say', async () => {
    const general = { nodeSelector: { pool: 'control' }, tolerations: [{ key: 'control', operator: 'Exists' }] };
    const podOf = async (values: Readonly<Record<string, unknown>>) => {
      const job = (await objects(values)).find(({ kind }) => kind === 'CronJob');
      const { jobTemplate } = job?.['spec'] as { jobTemplate: { spec: { template: { spec: object } } } };
      return jobTemplate.spec.template.spec;
    };
    expect(await podOf({})).not.toHaveProperty('nodeSelector');
    expect(await podOf(general)).toMatchObject(general);
    const own = {
      nodeSelector: { zone: 'a' },
      tolerations: [{ operator: 'Exists' }],
      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } } },
    };
    expect(await podOf({ ...general, backup: own })).toMatchObject(own);
  });

  it('says nothing of the number of replicas where an autoscaler does', async () => {
    const all = await objects({ autoscaling: { enabled: true } });
    expect(kindsOf(all)).toContain('HorizontalPodAutoscaler');
    const deployment = all.find(({ kind }) => kind === 'Deployment');
    expect(deployment?.['spec']).not.toHaveProperty('replicas');
    expect(kindsOf(await objects({}))).not.toContain('HorizontalPodAutoscaler');
  });

  it('has pods that need no rights of the node, of the cluster, or of root', async () => {
    const all = await objects({});
    const pods = all.filter(({ kind }) => ['Deployment', 'StatefulSet', 'CronJob'].includes(String(kind)));
    expect(pods.length).toBeGreaterThanOrEqual(2);
    for (const pod of pods) {
      const text = JSON.stringify(pod);
      for (const wanted of [
        '"runAsNonRoot":true',
        '"readOnlyRootFilesystem":true',
        '"allowPrivilegeEscalation":false',
        '"drop":["ALL"]',
        '"seccompProfile":{"type":"RuntimeDefault"}',
        '"automountServiceAccountToken":false',
      ]) {
        expect(text).toContain(wanted);
      }
    }
  });

  it.each([
    [{}, 60],
    [{ shutdownDelay: '1m30s', shutdownGracePeriod: '2m' }, 225],
    [{ shutdownDelay: '1500ms', shutdownGracePeriod: '1h' }, 3_617],
    [{ shutdownDelay: '0s', shutdownGracePeriod: '1s20us30ns' }, 18],
  ])('gives a replica with %j longer to end than its delay and its grace together', async (server, expected) => {
    const deployment = (await objects({ server })).find(({ kind }) => kind === 'Deployment');
    expect(JSON.stringify(deployment)).toContain(`"terminationGracePeriodSeconds":${expected},`);
  });

  it('gives replicas the further volumes of its values, for files that further flags name', async () => {
    const policy = { name: 'audit-policy', mountPath: '/etc/keelson/audit', readOnly: true };
    const server = {
      extraFlags: { 'audit-policy-file': '/etc/keelson/audit/policy.yaml' },
      extraVolumes: [{ name: 'audit-policy', configMap: { name: 'audit-policy' } }],
      extraVolumeMounts: [policy],
    };
    const deployment = JSON.stringify((await objects({ server })).find(({ kind }) => kind === 'Deployment'));
    expect(deployment).toContain('{"configMap":{"name":"audit-policy"},"name":"audit-policy"}]');
    expect(deployment).toContain('{"mountPath":"/etc/keelson/audit","name":"audit-policy","readOnly":true}]');
    await expect(objects({ server: { extraVolumes: [{ emptyDir: {} }] } })).rejects.toThrow('has no name');
    await expect(objects({ server: { extraVolumeMounts: [{ name: 'x' }] } })).rejects.toThrow('has no mountPath');
  });

  it('writes large numbers of further flags as flags have them', async () => {
    const extraFlags = { 'watch-history-bytes': 268_435_456, 'goaway-chance': 0.001, profiling: false };
    const text = JSON.stringify(await objects({ server: { extraFlags } }));
    for (const flag of ['--watch-history-bytes=268435456', '--goaway-chance=0.001', '--profiling=false']) {
      expect(text).toContain(JSON.stringify(flag));
    }
  });

  it('lets a replica go before its successor comes where no two may be on one node', async () => {
    const strategyOf = async (antiAffinity: string) =>
      (await objects({ antiAffinity })).find(({ kind }) => kind === 'Deployment')?.['spec'];
    expect(await strategyOf('hard')).toMatchObject({ strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } } });
    expect(await strategyOf('soft')).toMatchObject({ strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } });
  });

  it('gives names that are not too long for what is made of them', async () => {
    const all = await objects({ fullnameOverride: 'n'.repeat(60), tls: { source: 'certManager' } });
    const cut = 'n'.repeat(45);
    expect(all.find(({ kind }) => kind === 'CronJob')).toMatchObject({ metadata: { name: `${cut}-backup` } });
    expect(all.find(({ kind }) => kind === 'StatefulSet')).toMatchObject({ metadata: { name: `${cut}-etcd` } });
    const names = all.flatMap(({ kind, spec }) =>
      kind === 'Certificate' ? [(spec as { commonName?: string }).commonName ?? ''] : [],
    );
    expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(64);
  });

  it.each(['@daily', '@every 6h', '17 */6 * * *', '0 0 * * MON-FRI'])('takes the schedule %s', async (schedule) => {
    const job = (await objects({ backup: { schedule } })).find(({ kind }) => kind === 'CronJob');
    expect(job?.['spec']).toMatchObject({ schedule });
  });

  it.each([
    [{ backup: { schedule: 'not a cron' } }, 'does not match'],
    [{ podDisruptionBudget: { maxUnavailable: 'abc' } }, 'does not match'],
    [{ podDisruptionBudget: { maxUnavailable: -1 } }, 'is less than 0'],
    [{ autoscaling: { enabled: true, minReplicas: 6, maxReplicas: 3 } }, 'is less than autoscaling.minReplicas'],
    [{ tls: { source: 'certManager', certManager: { issuer: { kind: 'ClusterIssuer' } } } }, 'name the ClusterIssuer'],
  ])('refuses %j', async (values, message) => {
    await expect(objects(values)).rejects.toThrow(message);
  });

  it('can be a part of another chart, and takes quantities in all their forms', async () => {
    const resources = { requests: { cpu: 1, memory: '1e9' }, limits: { memory: '1Pi' } };
    const autoscaling = { enabled: true, targetCPUUtilizationPercentage: 150 };
    const all = await objects({ enabled: true, global: { team: 'x' }, resources, autoscaling });
    expect(kindsOf(all)).toContain('HorizontalPodAutoscaler');
  });

  it('puts the base of the documentation before the runbooks of alerts', async () => {
    const prometheusRule = { enabled: true, runbookBaseUrl: 'https://docs.example.com/' };
    const text = JSON.stringify(await objects({ monitoring: { prometheusRule } }));
    expect(text).toContain('"runbook_url":"https://docs.example.com/docs/runbooks/KeelsonDown.md"');
    expect(text).not.toContain('"runbook_url":"docs/');
  });
});
