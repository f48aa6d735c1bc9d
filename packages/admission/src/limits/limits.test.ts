import { describe, expect, it } from '@jest/globals';

import { admit, listersOf } from '../testing/admit.ts';
import type { Named } from '../testing/admit.ts';
import { limitRanger } from './limit-ranger.ts';

const range = (...limits: readonly object[]) => ranger(() => undefined, limits);

function ranger(giveWay: () => Promise<void> | undefined, limits: readonly object[]) {
  const metadata = { name: 'limits', namespace: 'default' };
  const named: Named & { readonly spec: object } = { kind: 'LimitRange', metadata, spec: { limits } };
  return limitRanger({ listers: listersOf(named), giveWay });
}

const pod = (...resources: readonly object[]) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a' },
  spec: { containers: resources.map((each, index) => ({ name: `c${String(index)}`, image: 'i', resources: each })) },
});

describe('limits of a namespace', () => {
  it('are filled in where a container says nothing, and noted', async () => {
    const plugin = range({ type: 'Container', default: { cpu: '1', memory: '1Gi' }, defaultRequest: { cpu: '100m' } });
    const { object } = await admit(plugin, pod({ limits: { memory: '2Gi' } }));
    expect(object).toMatchObject({
      metadata: {
        annotations: {
          'kubernetes.io/limit-ranger':
            'LimitRanger plugin set: cpu request for container c0; cpu limit for container c0',
        },
      },
      spec: { containers: [{ resources: { limits: { cpu: '1', memory: '2Gi' }, requests: { cpu: '100m' } } }] },
    });
  });

  it('may be more than a call takes arguments', async () => {
    const limits = Array.from({ length: 200_000 }, () => ({ type: 'Container' }));
    const { object } = await admit(
      ranger(() => undefined, [...limits, { type: 'Container', default: { cpu: '1' } }]),
      pod({}),
    );
    expect(object).toMatchObject({ spec: { containers: [{ resources: { limits: { cpu: '1' } } }] } });
  });

  it.each([
    [
      'less than the least',
      { min: { cpu: '1' } },
      { requests: { cpu: '500m' } },
      'minimum cpu usage per Container is 1, but request is 500m',
    ],
    [
      'nothing where there is a least',
      { min: { cpu: '1' } },
      {},
      'minimum cpu usage per Container is 1.  No request is specified',
    ],
    [
      'more than the most',
      { max: { cpu: '1' } },
      { limits: { cpu: '2' } },
      'maximum cpu usage per Container is 1, but limit is 2',
    ],
    [
      'no limit where there is a most',
      { max: { cpu: '1' } },
      {},
      'maximum cpu usage per Container is 1.  No limit is specified',
    ],
    [
      'a limit far from the request',
      { maxLimitRequestRatio: { cpu: '2' } },
      { requests: { cpu: '100m' }, limits: { cpu: '1' } },
      'cpu max limit to request ratio per Container is 2, but provided ratio is 10.000000',
    ],
  ])('refuse a container that asks for %s', async (_, bounds, resources, message) => {
    const { refusal } = await admit(range({ type: 'Container', ...bounds }), pod(resources));
    expect(refusal).toMatchObject({ code: 403, message: `pods "a" is forbidden: ${message}` });
  });

  it('of pods count what their containers ask for together', async () => {
    const plugin = range({ type: 'Pod', max: { cpu: '1' } });
    const half = { limits: { cpu: '500m' } };
    expect((await admit(plugin, pod(half, half))).refusal).toBeUndefined();
    expect((await admit(plugin, pod(half, half, half))).refusal?.message).toContain(
      'maximum cpu usage per Pod is 1, but limit is 1500m',
    );
  });

  it('name all that is wrong', async () => {
    const plugin = range({ type: 'Container', min: { cpu: '1', memory: '1Gi' } });
    expect((await admit(plugin, pod({}))).refusal?.message).toBe(
      'pods "a" is forbidden: [minimum cpu usage per Container is 1.  No request is specified, minimum memory usage per Container is 1Gi.  No request is specified]',
    );
  });

  it('hold for claims too', async () => {
    const claim = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'a' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '5Gi' } } },
    };
    const plugin = range({ type: 'PersistentVolumeClaim', max: { storage: '1Gi' } });
    expect((await admit(plugin, claim)).refusal?.message).toContain(
      'maximum storage usage per PersistentVolumeClaim is 1Gi, but request is 5Gi',
    );
  });

  it('that are many are looked at in slices, and not all that are broken are named', async () => {
    let pauses = 0;
    const giveWay = () => {
      pauses += 1;
      return Promise.resolve();
    };
    const limits = Array.from({ length: 500 }, (_, at) => ({ type: 'Container', max: { [`r${String(at)}`]: '1' } }));
    const { refusal } = await admit(ranger(giveWay, limits), pod(...Array.from({ length: 100 }, () => ({}))));
    expect(refusal).toMatchObject({ code: 403 });
    expect(refusal?.message?.length).toBeLessThan(200_000);
    expect(pauses).toBe(1_000);
  });
});
