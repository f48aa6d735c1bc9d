import { describe, expect, it } from '@jest/globals';

import { admit, listersOf } from '../testing/admit.ts';
import type { Named } from '../testing/admit.ts';
import { defaultIngressClass, defaultStorageClass } from './default-class.ts';
import { taintNodesByCondition } from './taint-new-nodes.ts';

const claim = (spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'a' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
});

const storageClass = (name: string, isDefault: boolean) => ({
  kind: 'StorageClass',
  metadata: { name, annotations: isDefault ? { 'storageclass.kubernetes.io/is-default-class': 'true' } : {} },
});

describe('the default class of storage', () => {
  const plugin = defaultStorageClass(listersOf(storageClass('slow', false), storageClass('fast', true)));

  it('is given to claims that name none', async () => {
    expect((await admit(plugin, claim())).object).toMatchObject({ spec: { storageClassName: 'fast' } });
  });

  it('is not given to claims that name one, be it none', async () => {
    for (const storageClassName of ['slow', '']) {
      const { object } = await admit(plugin, claim({ storageClassName }));
      expect(object).toMatchObject({ spec: { storageClassName } });
    }
  });

  it('is one', async () => {
    const two = defaultStorageClass(listersOf(storageClass('a', true), storageClass('b', true)));
    const message = 'persistentvolumeclaims "a" is forbidden: 2 default StorageClasses were found';
    expect((await admit(two, claim())).refusal?.message).toBe(message);
  });
});

describe('the default class of ingresses', () => {
  it('is given to those that name none', async () => {
    const annotations = { 'ingressclass.kubernetes.io/is-default-class': 'true' };
    const plugin = defaultIngressClass(
      listersOf({ kind: 'IngressClass', metadata: { name: 'web', annotations } } as Named),
    );
    const ingress = {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: { name: 'a' },
      spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } },
    };
    expect((await admit(plugin, ingress)).object).toMatchObject({ spec: { ingressClassName: 'web' } });
  });
});

describe('a new node', () => {
  it('gets no pods before it is ready', async () => {
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } };
    const taints = [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }];
    expect((await admit(taintNodesByCondition(), node)).object).toMatchObject({ spec: { taints } });
    const tainted = { ...node, spec: { taints } };
    expect((await admit(taintNodesByCondition(), tainted)).object).toMatchObject({ spec: { taints } });
  });
});
