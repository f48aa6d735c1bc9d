/** Plain objects of built-in kinds at releases that are emulated: what was a good manifest then is one here. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from '@jest/globals';
import { isLater, type Release } from '@keelson/schema';

import { startKeelson, type Keelson } from '../server/start-keelson.ts';

const labels = { app: 'a' };
const selector = { matchLabels: labels };
const container = {
  name: 'c',
  image: 'i',
  ports: [{ containerPort: 80 }],
  readinessProbe: { tcpSocket: { port: 80 } },
};
const template = { metadata: { labels }, spec: { containers: [container] } };
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const ports = [{ port: 80 }];
const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
const endpoint = { addresses: ['10.0.0.1'], conditions: { ready: true } };

/** The version of a group at a release, newest first. */
type Versions = readonly (readonly [since: Release, version: string])[];

const always = (version: string): Versions => [['1.15', version]];

const plain: readonly (readonly [plural: string, versions: Versions, object: object])[] = [
  ['services', always('v1'), { spec: { ports, selector: labels } }],
  ['services', always('v1'), { spec: { clusterIP: 'None', ports } }],
  ['services', always('v1'), { spec: { clusterIP: '10.0.0.7', ports } }],
  ['services', always('v1'), { spec: { type: 'LoadBalancer', ports } }],
  ['services', always('v1'), { spec: { type: 'NodePort', ports: [{ port: 80, nodePort: 30_080 }] } }],
  ['services', always('v1'), { spec: { type: 'ExternalName', externalName: 'a.test' } }],
  ['configmaps', always('v1'), { data: { a: 'b' } }],
  ['secrets', always('v1'), { stringData: { a: 'b' } }],
  ['persistentvolumeclaims', always('v1'), { spec: claim }],
  ['endpoints', always('v1'), { subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports }] }],
  ['replicationcontrollers', always('v1'), { spec: { selector: labels, template } }],
  ['deployments', always('apps/v1'), { spec: { selector, template } }],
  ['daemonsets', always('apps/v1'), { spec: { selector, template } }],
  [
    'statefulsets',
    always('apps/v1'),
    {
      spec: { serviceName: 's', selector, template, volumeClaimTemplates: [{ metadata: { name: 'v' }, spec: claim }] },
    },
  ],
  ['jobs', always('batch/v1'), { spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } } }],
  [
    'cronjobs',
    [
      ['1.21', 'batch/v1'],
      ['1.15', 'batch/v1beta1'],
    ],
    {
      spec: {
        schedule: '0 * * * *',
        jobTemplate: { spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } } },
      },
    },
  ],
  ['horizontalpodautoscalers', always('autoscaling/v1'), { spec: { maxReplicas: 2, scaleTargetRef: target } }],
  [
    'networkpolicies',
    always('networking.k8s.io/v1'),
    { spec: { podSelector: {}, ingress: [{ ports: [{ port: 80 }] }] } },
  ],
  [
    'ingresses',
    [
      ['1.19', 'networking.k8s.io/v1'],
      ['1.15', 'networking.k8s.io/v1beta1'],
    ],
    {},
  ],
  [
    'poddisruptionbudgets',
    [['1.21', 'policy/v1'], ...always('policy/v1beta1')],
    { spec: { minAvailable: 1, selector } },
  ],
  [
    'endpointslices',
    [
      ['1.21', 'discovery.k8s.io/v1'],
      ['1.16', 'discovery.k8s.io/v1beta1'],
    ],
    { addressType: 'IPv4', endpoints: [endpoint], ports: [{ port: 80 }] },
  ],
  ['leases', always('coordination.k8s.io/v1'), { spec: { holderIdentity: 'h', leaseDurationSeconds: 10 } }],
];

const ofIngress: Readonly<Record<string, object>> = {
  'networking.k8s.io/v1': { spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } },
  'networking.k8s.io/v1beta1': { spec: { backend: { serviceName: 's', servicePort: 80 } } },
};

const patchType = { 'Content-Type': 'application/merge-patch+json' };

interface Plain {
  readonly path: string;
  readonly name: string;
  readonly body: object;
}

function plainAt(release: Release): Plain[] {
  return plain.flatMap(([plural, versions, object], index) => {
    const version = versions.find(([since]) => !isLater(since, release))?.[1];
    if (version === undefined) return [];
    const name = `n-${String(index)}`;
    const body = { metadata: { name }, ...object, ...(plural === 'ingresses' && ofIngress[version]) };
    return [{ path: `${version === 'v1' ? '/api' : '/apis'}/${version}/namespaces/default/${plural}`, name, body }];
  });
}

/** Controllers would change objects in between. */
const still = ['--controllers=-*'];

/** Returns what is refused. */
async function make(keelson: Keelson, release: Release): Promise<string[]> {
  const answers = plainAt(release).map(async ({ path, body }) => keelson.ask(path, { method: 'POST', body }));
  return (await Promise.all(answers)).flatMap(({ status, body }) => (status === 201 ? [] : [body]));
}

/** With a patch, and with an update of what the patch has answered. */
async function change(keelson: Keelson, release: Release, value: string): Promise<string[]> {
  const body = JSON.stringify({ metadata: { labels: { value } } });
  const changes = plainAt(release).map(async ({ path, name }) => {
    const own = `${path}/${name}`;
    const patched = await keelson.ask(own, { method: 'PATCH', headers: patchType, body });
    if (patched.status !== 200) return [patched.body];
    const { status, body: text } = await keelson.ask(own, { method: 'PUT', body: JSON.parse(patched.body) as object });
    return status === 200 ? [] : [text];
  });
  return (await Promise.all(changes)).flat();
}

it.each(['1.15', '1.19', '1.20', '1.26'] as const)('Plain objects can be made and changed at %s', async (release) => {
  const keelson = await startKeelson({ flags: [`--emulated-version=${release}`, ...still] });
  try {
    expect(await make(keelson, release)).toEqual([]);
    expect(await change(keelson, release, 'x')).toEqual([]);
    if (release === '1.19') {
      const jobs = '/apis/batch/v1/namespaces/default/jobs';
      const status = JSON.stringify({ status: { active: 1 } });
      const name = plainAt(release).find(({ path }) => path === jobs)?.name ?? '';
      await keelson.ask(`${jobs}/${name}/status`, { method: 'PATCH', headers: patchType, body: status });
      const shown = [await keelson.ask(jobs), await keelson.ask('/api/v1/namespaces/default/services')];
      expect(shown.map(({ body }) => /"(clusterIPs|completionMode|suspend)"/.exec(body)?.[0])).toEqual([
        undefined,
        undefined,
      ]);
    }
  } finally {
    await keelson.stop();
  }
});

it('Plain objects that an old release stored can be changed at a later one, and at the old one again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keelson-plain-'));
  try {
    for (const release of ['1.16', '1.24', '1.16'] as const) {
      const keelson = await startKeelson({ folder, flags: [`--emulated-version=${release}`, ...still] });
      try {
        if ((await keelson.ask('/api/v1/namespaces/default/services/n-0')).status === 404) {
          expect(await make(keelson, '1.16')).toEqual([]);
        }
        // Objects of versions that are gone stay readable through the others, by the same names.
        expect(await change(keelson, release, `at-${release}`)).toEqual([]);
      } finally {
        await keelson.stop();
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
