import { expect, it } from '@jest/globals';

import { create } from '../../testing/admit.ts';
import { bindPod } from './bind-pod.ts';
import type { PodCondition } from './pod-status.ts';
import { pods } from './pod.resource.ts';
import type { Pod } from './pod.ts';

const before = '2022-01-02T03:04:05Z';
const now = '2022-01-02T03:05:00Z';

const condition = (type: string, status: string): PodCondition => ({
  type,
  status,
  lastProbeTime: null,
  lastTransitionTime: before,
});

function conditionsAfter(conditions: PodCondition[]): PodCondition[] | undefined {
  const body = { metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'busybox' }] } };
  const pod = create(pods, body).object as unknown as Pod;
  pod.status.conditions = conditions;
  expect(
    bindPod(pod, { metadata: { creationTimestamp: null }, target: { kind: 'Node', name: 'n' } }, now),
  ).toBeUndefined();
  expect(pod.spec.nodeName).toBe('n');
  return pod.status.conditions;
}

it('says that the pod is scheduled, where it said before that it was not', () => {
  const scheduled = { ...condition('PodScheduled', 'True'), lastTransitionTime: now };
  expect(conditionsAfter([])).toEqual([scheduled]);
  expect(conditionsAfter([condition('PodScheduled', 'False'), condition('Ready', 'False')])).toEqual([
    scheduled,
    condition('Ready', 'False'),
  ]);
});

it('keeps the time of a condition that said so already', () => {
  expect(conditionsAfter([condition('PodScheduled', 'True')])).toEqual([condition('PodScheduled', 'True')]);
});
