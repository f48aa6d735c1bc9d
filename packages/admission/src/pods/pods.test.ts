import { describe, expect, it } from '@jest/globals';

import { admit, listersOf } from '../testing/admit.ts';
import type { Named } from '../testing/admit.ts';
import { defaultTolerationSeconds } from './default-toleration-seconds.ts';
import { priority } from './priority.ts';
import { runtimeClass } from './runtime-class.ts';
import { serviceAccount, tokenPath } from './service-account.ts';

const pod = (spec: object = {}, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', ...metadata },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
});

const notReady = {
  key: 'node.kubernetes.io/not-ready',
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
};
const unreachable = { ...notReady, key: 'node.kubernetes.io/unreachable' };

describe('default tolerations', () => {
  it('are added for nodes that are not ready or cannot be reached', async () => {
    const { object } = await admit(defaultTolerationSeconds({}), pod());
    expect(object).toMatchObject({ spec: { tolerations: [notReady, unreachable] } });
  });

  it('last as long as the server is told', async () => {
    const plugin = defaultTolerationSeconds({ tolerationSeconds: { notReady: 7, unreachable: 0 } });
    const { object } = await admit(plugin, pod());
    expect(object).toMatchObject({
      spec: {
        tolerations: [
          { ...notReady, tolerationSeconds: 7 },
          { ...unreachable, tolerationSeconds: 0 },
        ],
      },
    });
  });

  it('give way to what the pod says itself', async () => {
    const own = { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 };
    const { object } = await admit(defaultTolerationSeconds({}), pod({ tolerations: [own] }));
    expect(object).toMatchObject({ spec: { tolerations: [own, unreachable] } });
    const all = { operator: 'Exists' };
    const tolerant = await admit(defaultTolerationSeconds({}), pod({ tolerations: [all] }));
    expect(tolerant.object).toMatchObject({ spec: { tolerations: [all] } });
  });

  it('come back when an update takes them away', async () => {
    const { object } = await admit(defaultTolerationSeconds({}), pod(), { old: pod() });
    expect(object).toMatchObject({ spec: { tolerations: [notReady, unreachable] } });
  });
});

describe('priority', () => {
  const priorityClass = (name: string, value: number, more: object = {}) => ({
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name },
    value,
    ...more,
  });

  it('is that of the class', async () => {
    const plugin = priority(listersOf(priorityClass('high', 77, { preemptionPolicy: 'Never' })));
    const { object } = await admit(plugin, pod({ priorityClassName: 'high' }));
    expect(object).toMatchObject({ spec: { priority: 77, preemptionPolicy: 'Never' } });
  });

  it('is that of the default class, or zero', async () => {
    const none = await admit(priority(listersOf(priorityClass('high', 77))), pod());
    expect(none.object).toMatchObject({ spec: { priority: 0, preemptionPolicy: 'PreemptLowerPriority' } });
    const plugin = priority(listersOf(priorityClass('usual', 5, { globalDefault: true })));
    const { object } = await admit(plugin, pod());
    expect(object).toMatchObject({ spec: { priority: 5, priorityClassName: 'usual' } });
  });

  it('cannot be made up', async () => {
    const made = await admit(priority(listersOf()), pod({ priority: 5 }));
    expect(made.refusal).toMatchObject({
      code: 403,
      message:
        'pods "a" is forbidden: the integer value of priority (5) must not be provided in pod spec; priority admission controller computed 0 from the given PriorityClass name',
    });
    const missing = await admit(priority(listersOf()), pod({ priorityClassName: 'none' }));
    expect(missing.refusal?.message).toBe('pods "a" is forbidden: no PriorityClass with name none was found');
    const policy = await admit(priority(listersOf()), pod({ preemptionPolicy: 'Never' }));
    expect(policy.refusal?.message).toContain('the string value of PreemptionPolicy (Never) must not be provided');
  });

  it('stays when an update leaves it out', async () => {
    const { object } = await admit(priority(listersOf()), pod(), { old: pod({ priority: 9 }) });
    expect(object).toMatchObject({ spec: { priority: 9 } });
  });

  it('has one default class', async () => {
    const plugin = priority(listersOf(priorityClass('usual', 5, { globalDefault: true })));
    const { refusal } = await admit(plugin, priorityClass('other', 6, { globalDefault: true }));
    expect(refusal?.message).toContain('PriorityClass usual is already marked as default. Only one default can exist');
    const same = await admit(plugin, priorityClass('usual', 5, { globalDefault: true }));
    expect(same.refusal).toBeUndefined();
  });
});

describe('a runtime class', () => {
  const sandboxed = {
    apiVersion: 'node.k8s.io/v1',
    kind: 'RuntimeClass',
    metadata: { name: 'sandboxed' },
    handler: 'h',
    overhead: { podFixed: { memory: '64Mi' } },
    scheduling: { nodeSelector: { runtime: 'h' }, tolerations: [{ key: 'h', operator: 'Exists' }] },
  };
  const plugin = runtimeClass(listersOf(sandboxed));

  it('gives its overhead, its selector and its tolerations', async () => {
    const own = { key: 'own', operator: 'Exists' };
    const given = pod({ runtimeClassName: 'sandboxed', nodeSelector: { disk: 'ssd' }, tolerations: [own] });
    const { object, refusal } = await admit(plugin, given);
    expect(refusal).toBeUndefined();
    expect(object).toMatchObject({
      spec: {
        overhead: { memory: '64Mi' },
        nodeSelector: { disk: 'ssd', runtime: 'h' },
        tolerations: [own, { key: 'h', operator: 'Exists' }],
      },
    });
  });

  it('does not add what is there', async () => {
    const tolerations = [{ operator: 'Exists' }];
    const { object } = await admit(plugin, pod({ runtimeClassName: 'sandboxed', tolerations }));
    expect(object).toMatchObject({ spec: { tolerations } });
  });

  it.each([
    ['does not exist', { runtimeClassName: 'none' }, 'pod rejected: RuntimeClass "none" not found'],
    [
      'wants other nodes',
      { runtimeClassName: 'sandboxed', nodeSelector: { runtime: 'other' } },
      'conflict: runtimeClass.scheduling.nodeSelector[runtime] = h; pod.spec.nodeSelector[runtime] = other',
    ],
    [
      'has another overhead',
      { runtimeClassName: 'sandboxed', overhead: { memory: '1Mi' } },
      "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead",
    ],
    [
      'is not named where there is an overhead',
      { overhead: { memory: '1Mi' } },
      'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead',
    ],
  ])('refuses a pod if it %s', async (_, spec, message) => {
    const { refusal } = await admit(plugin, pod(spec));
    expect(refusal).toMatchObject({ code: 403, message: `pods "a" is forbidden: ${message}` });
  });

  it('takes the same overhead in other words', async () => {
    const { refusal } = await admit(plugin, pod({ runtimeClassName: 'sandboxed', overhead: { memory: '65536Ki' } }));
    expect(refusal).toBeUndefined();
  });
});

describe('a service account', () => {
  const account = (more: object = {}) => ({
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'default', namespace: 'default' },
    ...more,
  });
  const plugin = (...objects: readonly Named[]) =>
    serviceAccount({ listers: listersOf(...objects), makeSuffix: () => 'abcde' });

  it('is the default one, whose token is mounted', async () => {
    const { object } = await admit(plugin(account()), pod());
    expect(object).toMatchObject({
      spec: {
        serviceAccountName: 'default',
        serviceAccount: 'default',
        containers: [{ volumeMounts: [{ name: 'kube-api-access-abcde', readOnly: true, mountPath: tokenPath }] }],
        volumes: [{ name: 'kube-api-access-abcde', projected: { defaultMode: 420 } }],
      },
    });
  });

  it('gives its image secrets, and no token where somebody does not want one', async () => {
    const quiet = account({ automountServiceAccountToken: false, imagePullSecrets: [{ name: 's' }] });
    const { object } = await admit(plugin(quiet), pod());
    expect(object).toMatchObject({ spec: { imagePullSecrets: [{ name: 's' }] } });
    expect(object['spec']).not.toHaveProperty('volumes');
  });

  it('has to exist', async () => {
    const { refusal } = await admit(plugin(), pod({ serviceAccountName: 'none' }));
    expect(refusal?.message).toBe(
      'pods "a" is forbidden: error looking up service account default/none: serviceaccount "none" not found',
    );
  });

  it('is not for pods that a node tells of', async () => {
    const mirrored = pod({}, { annotations: { 'kubernetes.io/config.mirror': 'x' } });
    expect((await admit(plugin(), mirrored)).refusal).toBeUndefined();
  });

  it.each([
    ['reference service accounts', { serviceAccountName: 'default' }],
    ['reference secrets', { volumes: [{ name: 'v', secret: { secretName: 's' } }] }],
    [
      'use service account token projections',
      { volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } }] },
    ],
  ])('makes a pod that a node tells of not %s', async (what, spec) => {
    const { refusal } = await admit(plugin(), pod(spec, { annotations: { 'kubernetes.io/config.mirror': 'x' } }));
    expect(refusal?.message).toBe(`pods "a" is forbidden: a mirror pod may not ${what}`);
  });
});
