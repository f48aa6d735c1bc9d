/** The order in which surplus pods go. */
import { expect, test } from '@jest/globals';

import type { CachedPod } from '../dependents/pod-facts.ts';
import { inOrderOfRemoval } from './rank-pods.ts';

const nowMs = Date.parse('2022-06-01T12:00:00Z');
const ago = (seconds: number) => new Date(nowMs - seconds * 1_000).toISOString();

interface Facts {
  readonly node?: string;
  readonly phase?: string;
  readonly readySeconds?: number;
  readonly cost?: string;
  readonly restarts?: number;
  readonly ageSeconds?: number;
}

/** Running and ready on a node of its own for an hour, unless it says otherwise. */
function pod(name: string, facts: Facts = {}): CachedPod {
  const {
    node = `of-${name}`,
    phase = 'Running',
    readySeconds = 3_600,
    cost,
    restarts = 0,
    ageSeconds = 7_200,
  } = facts;
  const ready = { type: 'Ready', status: 'True', lastTransitionTime: ago(readySeconds) };
  const annotations = cost === undefined ? {} : { 'controller.kubernetes.io/pod-deletion-cost': cost };
  const object = {
    metadata: { creationTimestamp: ago(ageSeconds) },
    spec: { nodeName: node },
    status: { phase, conditions: readySeconds < 0 ? [] : [ready], containerStatuses: [{ restartCount: restarts }] },
  };
  return { name, namespace: 'default', head: { uid: name, annotations }, object } as unknown as CachedPod;
}

const order = (...pods: CachedPod[]) => inOrderOfRemoval(pods, { related: pods, nowMs }).map(({ name }) => name);

test.each<readonly [string, CachedPod, CachedPod]>([
  ['is on no node', pod('b', { node: '' }), pod('a')],
  ['is pending', pod('b', { phase: 'Pending' }), pod('a')],
  ['is not ready', pod('b', { readySeconds: -1 }), pod('a')],
  ['has a lower deletion cost', pod('b', { cost: '-1' }), pod('a', { cost: '1' })],
  ['was ready for a shorter time', pod('b', { readySeconds: 10 }), pod('a')],
  ['restarted more often', pod('b', { restarts: 2 }), pod('a')],
  ['is younger', pod('b', { ageSeconds: 3_700 }), pod('a', { ageSeconds: 36_000 })],
])('a pod goes first that %s', (_, first, second) => {
  expect(order(second, first)).toEqual([first.name, second.name]);
});

test('a pod goes first that shares its node with others of its owner', () => {
  expect(order(pod('a'), pod('b', { node: 'n' }), pod('c', { node: 'n' }))).toEqual(['b', 'c', 'a']);
});

test('pods of about the same age go in an order that has nothing to do with it', () => {
  const [older, younger] = [pod('a', { readySeconds: 3_601 }), pod('b', { readySeconds: 3_600 })];
  expect(order(younger, older)).toEqual(['a', 'b']);
});

test.each(['x', '1.5', '99999999999', '+1', '01'])('a deletion cost of %j counts as none', (cost) => {
  expect(order(pod('b', { cost: '-1' }), pod('a', { cost }))).toEqual(['b', 'a']);
  expect(order(pod('a', { cost }), pod('b', { cost: '1' }))).toEqual(['a', 'b']);
});

const orderWithout = (gate: string, ...pods: CachedPod[]) =>
  inOrderOfRemoval(pods, { related: pods, nowMs, gatesOff: new Set([gate]) }).map(({ name }) => name);

test('the deletion cost counts while its feature gate is on', () => {
  const [dear, younger] = [pod('a', { cost: '10', ageSeconds: 3_700 }), pod('b', { ageSeconds: 36_000 })];
  expect(order(dear, younger)).toEqual(['b', 'a']);
  expect(orderWithout('PodDeletionCost', dear, younger)).toEqual(['a', 'b']);
});

test('the younger pod goes first while the feature gate of orders of magnitude is off', () => {
  const [older, younger] = [pod('a', { readySeconds: 3_601 }), pod('b', { readySeconds: 3_600 })];
  expect(orderWithout('LogarithmicScaleDown', older, younger)).toEqual(['b', 'a']);
});
