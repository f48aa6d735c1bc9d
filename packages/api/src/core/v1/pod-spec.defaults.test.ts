import { describe, expect, it } from '@jest/globals';
import { applyDefaults } from '@keelson/schema';
import { quickestMsOf } from '@keelson/schema/testing';

import { create } from '../../testing/admit.ts';
import { pods } from './pod.resource.ts';
import { Pod } from './pod.ts';

const container = { name: 'c', image: 'busybox' };

function specOf(given: object): Record<string, unknown> {
  const made = create(pods, { metadata: { name: 'a' }, spec: { containers: [container], ...given } });
  return made.object['spec'] as Record<string, unknown>;
}

const containerOf = (given: object) =>
  (specOf({ containers: [{ ...container, ...given }] })['containers'] as object[])[0];
const volumeOf = (source: object) => (specOf({ volumes: [{ name: 'v', ...source }] })['volumes'] as object[])[0];

describe('the defaults of pods', () => {
  it('fill in a pod of which little is said', () => {
    expect(specOf({})).toEqual({
      containers: [
        {
          ...container,
          resources: {},
          terminationMessagePath: '/dev/termination-log',
          terminationMessagePolicy: 'File',
          imagePullPolicy: 'Always',
        },
      ],
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      securityContext: {},
      schedulerName: 'default-scheduler',
      enableServiceLinks: true,
    });
  });

  it('are the same when applied twice', () => {
    const spec = {
      hostNetwork: true,
      volumes: [{ name: 'v' }],
      containers: [{ ...container, ports: [{ containerPort: 80 }], resources: { limits: { cpu: '100u' } } }],
    };
    const { object } = create(pods, { metadata: { name: 'a' }, spec });
    const once = structuredClone(object);
    applyDefaults(Pod, object);
    expect(object).toEqual(once);
  });

  it('give both spellings of the service account', () => {
    const both = { serviceAccountName: 'x', serviceAccount: 'x' };
    expect(specOf({ serviceAccountName: 'x' })).toMatchObject(both);
    expect(specOf({ serviceAccount: 'x' })).toMatchObject(both);
    expect(specOf({ serviceAccountName: 'x', serviceAccount: 'y' })).toMatchObject(both);
  });

  it('open the ports of a pod in the network of its node', () => {
    const ports = [{ containerPort: 80 }];
    const spec = { hostNetwork: true, containers: [{ ...container, ports }] };
    expect(specOf(spec)).toHaveProperty('containers.0.ports', [{ hostPort: 80, containerPort: 80, protocol: 'TCP' }]);
  });

  it('ask for what is limited, where nothing is asked for', () => {
    expect(
      containerOf({ resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '500m' } } }),
    ).toHaveProperty('resources.requests', { cpu: '500m', memory: '1Gi' });
  });

  it('round amounts up to a thousandth', () => {
    expect(containerOf({ resources: { requests: { cpu: '100n', memory: '1500u' } } })).toHaveProperty(
      'resources.requests',
      { cpu: '1m', memory: '2m' },
    );
  });

  it('complete probes', () => {
    expect(containerOf({ livenessProbe: { httpGet: { port: 80 } } })).toHaveProperty('livenessProbe', {
      httpGet: { path: '/', port: 80, scheme: 'HTTP' },
      timeoutSeconds: 1,
      periodSeconds: 10,
      successThreshold: 1,
      failureThreshold: 3,
    });
  });

  it('read fields of the pod in its first version', () => {
    expect(
      containerOf({ env: [{ name: 'E', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] }),
    ).toHaveProperty('env.0.valueFrom.fieldRef', { apiVersion: 'v1', fieldPath: 'metadata.name' });
  });
});

describe('the pull policy', () => {
  it.each([
    ['busybox', 'Always'],
    ['busybox:latest', 'Always'],
    ['registry.example.com:5000/team/app', 'Always'],
    ['busybox:1.2', 'IfNotPresent'],
    ['registry.example.com:5000/team/app:v1', 'IfNotPresent'],
    [`busybox@sha256:${'0'.repeat(64)}`, 'IfNotPresent'],
    [`busybox:latest@sha256:${'0'.repeat(64)}`, 'Always'],
    [' ', 'IfNotPresent'],
    ['a'.repeat(237), 'Always'],
    ['a'.repeat(238), 'IfNotPresent'],
    [`${'a'.repeat(238)}:latest`, 'IfNotPresent'],
    [`team/${'a'.repeat(240)}`, 'Always'],
    [`team/${'a'.repeat(241)}`, 'IfNotPresent'],
    [`r.example.com/${'a'.repeat(241)}`, 'Always'],
    [`r.example.com/${'a'.repeat(242)}`, 'IfNotPresent'],
    ['Not/A/Name', 'IfNotPresent'],
  ])('of %j is %s', (image, policy) => {
    expect(containerOf({ image })).toHaveProperty('imagePullPolicy', policy);
  });

  it('stays as it is given', () => {
    expect(containerOf({ imagePullPolicy: 'Never' })).toHaveProperty('imagePullPolicy', 'Never');
  });

  it('takes no time, whatever the image is called', () => {
    const images = ['a-'.repeat(500_000), `${'a/'.repeat(400)}!`, `${'a'.repeat(1000)}!`];
    expect(quickestMsOf(() => images.map((image) => containerOf({ image })), 1_000)).toBeLessThan(1_000);
  });
});

describe('the defaults of volumes', () => {
  it.each([
    [{}, { emptyDir: {} }],
    [{ hostPath: { path: '/x' } }, { hostPath: { path: '/x', type: '' } }],
    [{ configMap: { name: 'c' } }, { configMap: { name: 'c', defaultMode: 420 } }],
    [{ secret: { secretName: 's' } }, { secret: { secretName: 's', defaultMode: 420 } }],
    [{ downwardAPI: {} }, { downwardAPI: { defaultMode: 420 } }],
    [
      { projected: { sources: [{ serviceAccountToken: { path: 't' } }] } },
      { projected: { sources: [{ serviceAccountToken: { expirationSeconds: 3600, path: 't' } }], defaultMode: 420 } },
    ],
    [
      { azureDisk: { diskName: 'd', diskURI: 'u' } },
      {
        azureDisk: {
          diskName: 'd',
          diskURI: 'u',
          cachingMode: 'ReadWrite',
          fsType: 'ext4',
          readOnly: false,
          kind: 'Shared',
        },
      },
    ],
    [
      { rbd: { monitors: ['m'], image: 'i' } },
      { rbd: { monitors: ['m'], image: 'i', pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' } },
    ],
  ])('turn %j into %j', (source, expected) => {
    expect(volumeOf(source)).toEqual({ name: 'v', ...expected });
  });
});
