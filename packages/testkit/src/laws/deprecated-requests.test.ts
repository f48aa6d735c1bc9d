import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from '@jest/globals';

import { startKeelson } from '../server/start-keelson.ts';

const keelson = await startKeelson();
afterAll(() => keelson.stop());

async function warningsOf(method: string, path: string, body?: object): Promise<string[]> {
  const answer = await keelson.ask(path, { method, ...(body && { body }) });
  expect([answer.status < 300, answer.body]).toEqual([true, answer.body]);
  const header = answer.headers['warning'];
  return header === undefined
    ? []
    : [header]
        .flat()
        .join(', ')
        .split(/, (?=299 - )/)
        .map((text) => text.replace(/^299 - "(.*)"$/, '$1').replaceAll('\\"', '"'));
}

const os = 'beta.kubernetes.io/os';
const term = { matchExpressions: [{ key: os, operator: 'Exists' }] };
const container = { name: 'c', image: 'i' };

/** Each row: what a template has, and what is said of it, after the path of the template. */
const table: readonly (readonly [title: string, template: { metadata?: object; spec?: object }, said: string])[] = [
  ...[
    [os, 'deprecated since v1.14; use "kubernetes.io/os" instead'],
    ['beta.kubernetes.io/arch', 'deprecated since v1.14; use "kubernetes.io/arch" instead'],
    ['failure-domain.beta.kubernetes.io/region', 'deprecated since v1.17; use "topology.kubernetes.io/region" instead'],
    ['failure-domain.beta.kubernetes.io/zone', 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead'],
    ['beta.kubernetes.io/instance-type', 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead'],
  ].map(
    ([label = '', advice = '']) =>
      [
        `the node label ${label}`,
        { spec: { nodeSelector: { [label]: 'x' } } },
        `spec.nodeSelector[${label}]: ${advice}`,
      ] as const,
  ),
  [
    'a required node affinity',
    {
      spec: {
        affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] } } },
      },
    },
    'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].key: beta.kubernetes.io/os is deprecated since v1.14; use "kubernetes.io/os" instead',
  ],
  [
    'a preferred node affinity',
    {
      spec: {
        affinity: {
          nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: term }] },
        },
      },
    },
    'spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].preference.matchExpressions[0].key: beta.kubernetes.io/os is deprecated since v1.14; use "kubernetes.io/os" instead',
  ],
  [
    'a topology spread',
    {
      spec: {
        topologySpreadConstraints: [
          { maxSkew: 1, topologyKey: 'failure-domain.beta.kubernetes.io/zone', whenUnsatisfiable: 'DoNotSchedule' },
        ],
      },
    },
    'spec.topologySpreadConstraints[0].topologyKey: failure-domain.beta.kubernetes.io/zone is deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  ],
  [
    'the annotation of critical pods',
    { metadata: { annotations: { 'scheduler.alpha.kubernetes.io/critical-pod': '' } } },
    'metadata.annotations[scheduler.alpha.kubernetes.io/critical-pod]: non-functional in v1.16+; use the "priorityClassName" field instead',
  ],
  [
    'the annotation of sysctls',
    { metadata: { annotations: { 'security.alpha.kubernetes.io/sysctls': 'a=b' } } },
    'metadata.annotations[security.alpha.kubernetes.io/sysctls]: non-functional in v1.11+; use the "sysctls" field instead',
  ],
  [
    'the annotation of a seccomp profile',
    { metadata: { annotations: { 'seccomp.security.alpha.kubernetes.io/pod': 'runtime/default' } } },
    'metadata.annotations[seccomp.security.alpha.kubernetes.io/pod]: deprecated since v1.19, non-functional in v1.25+; use the "seccompProfile" field instead',
  ],
  [
    "the annotation of a container's seccomp profile",
    { metadata: { annotations: { 'container.seccomp.security.alpha.kubernetes.io/c': 'runtime/default' } } },
    'metadata.annotations[container.seccomp.security.alpha.kubernetes.io/c]: deprecated since v1.19, non-functional in v1.25+; use the "seccompProfile" field instead',
  ],
  ...(
    [
      ['gitRepo', { repository: 'r' }, 'gitRepo: deprecated in v1.11'],
      ['photonPersistentDisk', { pdID: 'p' }, 'photonPersistentDisk: deprecated in v1.11, non-functional in v1.16+'],
      [
        'scaleIO',
        { gateway: 'g', system: 's', volumeName: 'v', secretRef: { name: 's' } },
        'scaleIO: deprecated in v1.16, non-functional in v1.22+',
      ],
      ['flocker', { datasetName: 'd' }, 'flocker: deprecated in v1.22, support removal is planned in v1.26'],
      ['storageos', { volumeName: 'v' }, 'storageOS: deprecated in v1.22, support removal is planned in v1.26'],
      [
        'quobyte',
        { registry: 'r:1', volume: 'v' },
        'quobyte: deprecated in v1.22, support removal is planned in v1.26',
      ],
    ] as const
  ).map(
    ([source, value, said]) =>
      [
        `a volume of ${source}`,
        { spec: { volumes: [{ name: 'v', [source]: value }] } },
        `spec.volumes[0].${said}`,
      ] as const,
  ),
  [
    'a host alias twice',
    { spec: { hostAliases: [{ ip: '10.0.0.1' }, { ip: '10.0.0.1' }] } },
    'spec.hostAliases[1].ip: duplicate ip "10.0.0.1"',
  ],
  [
    'a pull secret twice',
    { spec: { imagePullSecrets: [{ name: 's' }, { name: 's' }] } },
    'spec.imagePullSecrets[1].name: duplicate name "s"',
  ],
  [
    'a pull secret without name',
    { spec: { imagePullSecrets: [{}] } },
    'spec.imagePullSecrets[0].name: invalid empty name ""',
  ],
  [
    'a variable twice',
    { spec: { containers: [{ ...container, env: [{ name: 'A' }, { name: 'B' }, { name: 'A' }] }] } },
    'spec.containers[0].env[2].name: duplicate name "A"',
  ],
  ...(['memory', 'ephemeral-storage'] as const).map(
    (name) =>
      [
        `a fraction of a byte of ${name}`,
        { spec: { initContainers: [{ ...container, name: 'd', resources: { requests: { [name]: '1500m' } } }] } },
        `spec.initContainers[0].resources.requests[${name}]: fractional byte value "1500m" is invalid, must be an integer`,
      ] as const,
  ),
];

let count = 0;
const nameOf = (): string => `w-${String((count += 1))}`;
const labels = { app: 'a' };

function workload(template: { metadata?: object; spec?: object }) {
  const { metadata, spec } = template;
  return { metadata: { labels, ...metadata }, spec: { containers: [container], ...spec } };
}

/** A kind, the path of its objects, the path of the template in it, and the object around one. */
const kinds: readonly (readonly [string, string, string, (template: { spec: object }) => object])[] = [
  [
    'Deployment',
    '/apis/apps/v1/namespaces/default/deployments',
    'spec.template',
    (template) => ({ spec: { selector: { matchLabels: labels }, template } }),
  ],
  [
    'ReplicaSet',
    '/apis/apps/v1/namespaces/default/replicasets',
    'spec.template',
    (template) => ({ spec: { selector: { matchLabels: labels }, template } }),
  ],
  [
    'DaemonSet',
    '/apis/apps/v1/namespaces/default/daemonsets',
    'spec.template',
    (template) => ({ spec: { selector: { matchLabels: labels }, template } }),
  ],
  [
    'StatefulSet',
    '/apis/apps/v1/namespaces/default/statefulsets',
    'spec.template',
    (template) => ({ spec: { serviceName: 's', selector: { matchLabels: labels }, template } }),
  ],
  [
    'ReplicationController',
    '/api/v1/namespaces/default/replicationcontrollers',
    'spec.template',
    (template) => ({ spec: { selector: labels, template } }),
  ],
  ['PodTemplate', '/api/v1/namespaces/default/podtemplates', 'template', (template) => ({ template })],
  [
    'Job',
    '/apis/batch/v1/namespaces/default/jobs',
    'spec.template',
    ({ spec, ...rest }) => ({ spec: { template: { ...rest, spec: { restartPolicy: 'Never', ...spec } } } }),
  ],
  [
    'CronJob',
    '/apis/batch/v1/namespaces/default/cronjobs',
    'spec.jobTemplate.spec.template',
    ({ spec, ...rest }) => ({
      spec: {
        schedule: '0 * * * *',
        jobTemplate: { spec: { template: { ...rest, spec: { restartPolicy: 'Never', ...spec } } } },
      },
    }),
  ],
];

describe('a template is warned of', () => {
  const [, deploymentPath] = kinds[0] ?? [];

  it.each(table)('with %s', async (_title, template, said) => {
    const body = {
      metadata: { name: nameOf() },
      spec: { selector: { matchLabels: labels }, template: workload(template) },
    };
    expect(await warningsOf('POST', deploymentPath ?? '', body)).toEqual([`spec.template.${said}`]);
  });

  it.each(kinds)('in a %s, when it is new and when it changes, and not otherwise', async (_kind, path, at, around) => {
    const name = nameOf();
    const said = [`${at}.spec.hostAliases[1].ip: duplicate ip "10.0.0.1"`];
    const template = workload({ spec: { hostAliases: [{ ip: '10.0.0.1' }, { ip: '10.0.0.1' }] } });
    const body = { metadata: { name }, ...around(template) };
    expect(await warningsOf('POST', path, body)).toEqual(said);
    const patched = await keelson.ask(`${path}/${name}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/merge-patch+json' },
      body: JSON.stringify({ metadata: { labels: { other: 'label' } } }),
    });
    expect([patched.status, patched.headers['warning']]).toEqual([200, undefined]);
  });

  it('with several things, each told once and in order', async () => {
    const spec = { nodeSelector: { [os]: 'x' }, imagePullSecrets: [{ name: 's' }, { name: 's' }, { name: 's' }] };
    const body = {
      metadata: { name: nameOf() },
      spec: { selector: { matchLabels: labels }, template: workload({ spec }) },
    };
    expect(await warningsOf('POST', deploymentPath ?? '', body)).toEqual([
      `spec.template.spec.nodeSelector[${os}]: deprecated since v1.14; use "kubernetes.io/os" instead`,
      'spec.template.spec.imagePullSecrets[1].name: duplicate name "s"',
      'spec.template.spec.imagePullSecrets[2].name: duplicate name "s"',
    ]);
  });
});

describe('other objects are warned of:', () => {
  it('an ingress that names its class in an annotation', async () => {
    const metadata = { name: nameOf(), annotations: { 'kubernetes.io/ingress.class': 'c' } };
    const spec = { defaultBackend: { service: { name: 's', port: { number: 80 } } } };
    expect(
      await warningsOf('POST', '/apis/networking.k8s.io/v1/namespaces/default/ingresses', { metadata, spec }),
    ).toEqual([`annotation "kubernetes.io/ingress.class" is deprecated, please use 'spec.ingressClassName' instead`]);
  });

  it('a cron job whose schedule has a time zone', async () => {
    const template = { spec: { restartPolicy: 'Never', containers: [container] } };
    const body = {
      metadata: { name: nameOf() },
      spec: { schedule: 'CRON_TZ=UTC 0 * * * *', jobTemplate: { spec: { template } } },
    };
    expect(await warningsOf('POST', '/apis/batch/v1/namespaces/default/cronjobs', body)).toEqual([
      'CRON_TZ or TZ used in spec.spec.schedule is not officially supported, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details',
    ]);
  });

  it('a node with an external ID', async () => {
    expect(
      await warningsOf('POST', '/api/v1/nodes', { metadata: { name: nameOf() }, spec: { externalID: 'e' } }),
    ).toEqual(['spec.externalID: this field is deprecated, and is unused by Kubernetes']);
  });

  it('a job that is deleted without a word on its pods', async () => {
    const [name, path] = [nameOf(), '/apis/batch/v1/namespaces/default/jobs'];
    const template = { spec: { restartPolicy: 'Never', containers: [container] } };
    await warningsOf('POST', path, { metadata: { name }, spec: { template } });
    expect(await warningsOf('DELETE', `${path}/${name}`)).toEqual([
      'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
    ]);
  });
});

interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

function parseSeries(text: string): Series[] {
  return text.split('\n').flatMap((line) => {
    const [, name = '', labelText = '', value] = /^([a-z_]+)\{(.*)\} ([^ ]+)$/.exec(line) ?? [];
    if (value === undefined) return [];
    const found = labelText.split('",').map((pair) => pair.replace(/"$/, '').split('="'));
    return [{ name, labels: Object.fromEntries(found) as Record<string, string>, value: Number(value) }];
  });
}

describe('requests for deprecated versions', () => {
  it('are answered with a warning, and marked in the audit log [requests-warning requests-annotation]', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keelson-deprecated-'));
    const [policy, log] = [join(folder, 'policy.yaml'), join(folder, 'audit.log')];
    await writeFile(policy, 'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n- level: Metadata\n');
    const audited = await startKeelson({ flags: ['--audit-policy-file', policy, '--audit-log-path', log] });
    const { headers } = await audited.ask('/apis/batch/v1beta1/cronjobs');
    await audited.stop();
    const text = 'batch/v1beta1 CronJob is deprecated in v1.21+, unavailable in v1.25+; use batch/v1 CronJob';
    expect(headers['warning']).toBe(`299 - "${text}"`);
    const events = (await readFile(log, 'utf8')).trim().split('\n');
    const event = events.find(
      (line) => line.includes('/apis/batch/v1beta1/cronjobs') && line.includes('ResponseComplete'),
    );
    const { annotations } = JSON.parse(event ?? '{}') as { annotations?: object };
    expect(annotations).toMatchObject({ 'k8s.io/deprecated': 'true', 'k8s.io/removed-release': '1.25' });
    await rm(folder, { recursive: true });
  });

  it('set a gauge that joins with the count of requests, as dashboards do [requests-gauge]', async () => {
    const path = '/apis/policy/v1beta1/namespaces/default/poddisruptionbudgets';
    for (let each = 0; each < 3; each += 1) await keelson.ask(path);
    const series = parseSeries((await keelson.ask('/metrics')).body);
    const join = ['group', 'version', 'resource', 'subresource'] as const;
    // apiserver_requested_deprecated_apis * on(group,version,resource,subresource) group_right() apiserver_request_total
    const joined = series
      .filter(({ name }) => name === 'apiserver_requested_deprecated_apis')
      .flatMap((gauge) =>
        series
          .filter(
            ({ name, labels }) =>
              name === 'apiserver_request_total' && join.every((key) => labels[key] === gauge.labels[key]),
          )
          .map(({ labels, value }) => ({
            removed: gauge.labels['removed_release'],
            verb: labels['verb'],
            resource: labels['resource'],
            code: labels['code'],
            count: value * gauge.value,
          })),
      );
    expect(joined).toEqual([
      { removed: '1.25', verb: 'LIST', resource: 'poddisruptionbudgets', code: '200', count: 3 },
    ]);
  });
});
