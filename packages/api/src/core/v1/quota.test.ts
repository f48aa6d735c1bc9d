import { describe, expect, it } from '@jest/globals';
import { fromAmounts } from '@keelson/meta';
import { applyDefaults, decodeJson, type Resource } from '@keelson/schema';

import {
  countNameOf,
  fittingScopes,
  fitsScopes,
  isCountedByQuotas,
  namesCountedFor,
  usageOfObject,
} from '../../quotas/quota-usage.ts';
import { leases } from '../../coordination/v1/lease.resource.ts';
import { configMaps } from './config-map.resource.ts';
import { events } from './event.resource.ts';
import { namespaces } from './namespace.resource.ts';
import { persistentVolumeClaims } from './persistent-volume-claim.resource.ts';
import { pods } from './pod.resource.ts';
import { services } from './service.resource.ts';

const nowMs = Date.parse('2026-01-01T00:00:00Z');

function objectOf(resource: Resource, json: object): object {
  const decoded = decodeJson(resource.message, { metadata: { name: 'a' }, ...json });
  if (!decoded.ok) throw new Error(decoded.message);
  applyDefaults(resource.message, decoded.object);
  return decoded.object;
}

const usageOf = (resource: Resource, json: object): Record<string, string> =>
  fromAmounts(usageOfObject(resource, objectOf(resource, json), nowMs));

const container = (requests: object, limits: object = {}, name = 'c') => ({
  name,
  image: 'i',
  resources: { requests, limits },
});

const podOf = (...containers: readonly object[]) => ({ spec: { containers } });

describe('the use of a quota', () => {
  it('of a pod is what its containers ask for, or the greatest of its init containers, and its overhead', () => {
    const initContainers = [container({ cpu: '2', memory: '1Mi' }, {}, 'i')];
    const pod = podOf(
      container({ cpu: '600m', memory: '1Gi' }, { cpu: '1' }),
      container({ memory: '512Mi' }, { cpu: '1' }),
    );
    expect(usageOf(pods, { spec: { ...pod.spec, initContainers, overhead: { cpu: '1' } } })).toEqual({
      'count/pods': '1',
      pods: '1',
      cpu: '3',
      'requests.cpu': '3',
      'limits.cpu': '3',
      memory: '1536Mi',
      'requests.memory': '1536Mi',
    });
  });

  it('of a pod has huge pages and extended resources under their names as requests', () => {
    const requests = { 'hugepages-2Mi': '4Mi', 'example.com/gpu': '2', 'ephemeral-storage': '1Gi' };
    expect(usageOf(pods, podOf(container(requests, requests)))).toEqual({
      'count/pods': '1',
      pods: '1',
      'hugepages-2Mi': '4Mi',
      'requests.hugepages-2Mi': '4Mi',
      'requests.example.com/gpu': '2',
      'ephemeral-storage': '1Gi',
      'requests.ephemeral-storage': '1Gi',
      'limits.ephemeral-storage': '1Gi',
    });
  });

  it.each([
    ['has ended', { status: { phase: 'Succeeded' } }],
    ['has failed', { status: { phase: 'Failed' } }],
    [
      'outstays its grace period',
      { metadata: { name: 'a', deletionTimestamp: '2025-12-31T23:59:20Z', deletionGracePeriodSeconds: 30 } },
    ],
  ])('of a pod that %s is its number alone', (_, more) => {
    expect(usageOf(pods, { ...podOf(container({ cpu: '1' })), ...more })).toEqual({ 'count/pods': '1' });
  });

  it.each([
    [{ type: 'ClusterIP' }, '0', '0'],
    [{ type: 'NodePort' }, '0', '2'],
    [{ type: 'LoadBalancer' }, '1', '2'],
    [{ type: 'LoadBalancer', allocateLoadBalancerNodePorts: false }, '1', '0'],
  ])('of a Service %j has load balancers and node ports', (spec, balancers, ports) => {
    const both = [
      { name: 'a', port: 80 },
      { name: 'b', port: 81 },
    ];
    expect(usageOf(services, { spec: { ...spec, ports: both } })).toEqual({
      'count/services': '1',
      services: '1',
      'services.loadbalancers': balancers,
      'services.nodeports': ports,
    });
  });

  it('of a claim is its storage in whole bytes, in all and in its class', () => {
    const spec = {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1500m' } },
      storageClassName: 'fast',
    };
    expect(usageOf(persistentVolumeClaims, { spec })).toEqual({
      'count/persistentvolumeclaims': '1',
      persistentvolumeclaims: '1',
      'requests.storage': '2',
      'fast.storageclass.storage.k8s.io/persistentvolumeclaims': '1',
      'fast.storageclass.storage.k8s.io/requests.storage': '2',
    });
  });

  it('of any other kind is its number, under its old name too', () => {
    expect(usageOf(configMaps, {})).toEqual({ 'count/configmaps': '1', configmaps: '1' });
    expect(countNameOf({ ...leases, group: 'coordination.k8s.io' })).toBe('count/leases.coordination.k8s.io');
  });

  it('is kept of all kinds in namespaces but those that expire', () => {
    expect([pods, leases, events, namespaces].map(isCountedByQuotas)).toEqual([true, true, false, false]);
    const custom = { definition: 'widgets.x.test', uid: 'u', generation: 1, versions: ['v1'] };
    expect(isCountedByQuotas({ ...leases, verbs: [] })).toBe(false);
    expect(isCountedByQuotas({ ...leases, verbs: [], custom })).toBe(true);
  });

  it('is asked of a kind for the names that it knows', () => {
    const names = [
      'pods',
      'count/pods',
      'requests.example.com/gpu',
      'requests.hugepages-2Mi',
      'services',
      'requests.storage',
    ];
    expect([...namesCountedFor(pods, names)]).toEqual(names.slice(0, 4));
    expect([...namesCountedFor(leases, names)]).toEqual([]);
  });
});

describe('a scope', () => {
  const fits = (json: object, requirement: { scopeName: string; operator?: string; values?: string[] }) =>
    fitsScopes(pods, objectOf(pods, json), [{ operator: 'Exists', ...requirement }]);
  const plain = podOf(container({}));
  const spec = plain.spec;

  it.each([
    ['Terminating', { spec: { ...spec, activeDeadlineSeconds: 5 } }, plain],
    ['NotTerminating', plain, { spec: { ...spec, activeDeadlineSeconds: 5 } }],
    ['BestEffort', plain, podOf(container({ cpu: '1' }))],
    ['NotBestEffort', podOf(container({ cpu: '1' })), plain],
    ['PriorityClass', { spec: { ...spec, priorityClassName: 'high' } }, plain],
    [
      'CrossNamespacePodAffinity',
      {
        spec: {
          ...spec,
          affinity: {
            podAntiAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'a', namespaceSelector: {} }],
            },
          },
        },
      },
      plain,
    ],
  ])('%s has some pods and not others', (scopeName, inside, outside) => {
    expect([fits(inside, { scopeName }), fits(outside, { scopeName })]).toEqual([true, false]);
  });

  it.each([
    ['In', ['high'], [true, false, false]],
    ['NotIn', ['high'], [false, true, true]],
    ['DoesNotExist', [], [false, false, true]],
  ])('of priority classes may be asked for with %s', (operator, values, expected) => {
    const classes = ['high', 'low', undefined].map((priorityClassName) => ({ spec: { ...spec, priorityClassName } }));
    expect(classes.map((pod) => fits(pod, { scopeName: 'PriorityClass', operator, values }))).toEqual(expected);
  });

  it('has no objects but pods', () => {
    const requirements = [{ scopeName: 'NotTerminating', operator: 'Exists' }];
    expect(fitsScopes(configMaps, objectOf(configMaps, {}), requirements)).toBe(false);
    expect(fittingScopes(pods, objectOf(pods, plain), requirements)).toEqual(requirements);
  });
});
