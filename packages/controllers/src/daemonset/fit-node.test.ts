/** Nodes and what keeps the pods of a DaemonSet off them. */
import { expect, test } from '@jest/globals';

import type { CachedDaemonSet, CachedNode } from './daemon-parts.ts';
import { fitNode } from './fit-node.ts';

const node = (spec: object = {}, labels: Record<string, string> = {}) =>
  ({ name: 'a', head: { labels }, object: { spec } }) as unknown as CachedNode;

const set = (spec: object = {}) => ({ object: { spec: { template: { spec } } } }) as unknown as CachedDaemonSet;

const affinity = (...nodeSelectorTerms: object[]) => ({
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
});

const asks = (key: string, operator: string, ...values: string[]) =>
  set(affinity({ matchExpressions: [{ key, operator, values }] }));

const runs = (daemons: CachedDaemonSet, on: CachedNode) => fitNode(daemons, on).shouldRun;

test('a pod runs where its node name, its selector and its affinity allow it', () => {
  expect(runs(set(), node())).toBe(true);
  expect(runs(set({ nodeName: 'a' }), node())).toBe(true);
  expect(runs(set({ nodeName: 'b' }), node())).toBe(false);
  expect(runs(set({ nodeSelector: { disk: 'ssd' } }), node({}, { disk: 'ssd' }))).toBe(true);
  expect(runs(set({ nodeSelector: { disk: 'ssd' } }), node())).toBe(false);
});

test.each([
  ['In', ['1', '5'], true, false],
  ['NotIn', ['1', '5'], false, true],
  ['Exists', [], true, false],
  ['DoesNotExist', [], false, true],
  ['Gt', ['4'], true, false],
  ['Gt', ['5'], false, false],
  ['Lt', ['40'], true, false],
  ['Lt', ['x'], false, false],
  ['Is', ['5'], false, false],
])('the operator %s with %j', (operator, values, withFive, without) => {
  expect(runs(asks('cores', operator, ...values), node({}, { cores: '5' }))).toBe(withFive);
  expect(runs(asks('cores', operator, ...values), node())).toBe(without);
});

test('one of the terms of an affinity has to hold, and an empty one never does', () => {
  const exists = (key: string) => ({ matchExpressions: [{ key, operator: 'Exists' }] });
  expect(runs(set(affinity(exists('x'), exists('y'))), node({}, { y: '' }))).toBe(true);
  expect(runs(set(affinity({})), node())).toBe(false);
  const named = (name: string) => ({ matchFields: [{ key: 'metadata.name', operator: 'In', values: [name] }] });
  expect([runs(set(affinity(named('a'))), node()), runs(set(affinity(named('b'))), node())]).toEqual([true, false]);
});

test('taints keep new pods off, and some end those that are there', () => {
  const tainted = (effect: string, key = 'k', value = 'v') => node({ taints: [{ key, value, effect }] });
  expect(fitNode(set(), tainted('PreferNoSchedule'))).toEqual({ shouldRun: true, mayStay: true });
  expect(fitNode(set(), tainted('NoSchedule'))).toEqual({ shouldRun: false, mayStay: true });
  expect(fitNode(set(), tainted('NoExecute'))).toEqual({ shouldRun: false, mayStay: false });
  const tolerating = (toleration: object) => set({ tolerations: [toleration] });
  expect(runs(tolerating({ operator: 'Exists' }), tainted('NoExecute'))).toBe(true);
  expect(runs(tolerating({ key: 'k', value: 'v' }), tainted('NoExecute'))).toBe(true);
  expect(runs(tolerating({ key: 'k', value: 'w' }), tainted('NoExecute'))).toBe(false);
  expect(runs(tolerating({ key: 'k', operator: 'Exists', effect: 'NoSchedule' }), tainted('NoExecute'))).toBe(false);
});

test('a pod runs also where a node is not ready, under pressure or closed to others', () => {
  const conditions = [
    ['not-ready', 'NoExecute'],
    ['unreachable', 'NoExecute'],
    ['disk-pressure', 'NoSchedule'],
    ['memory-pressure', 'NoSchedule'],
    ['pid-pressure', 'NoSchedule'],
    ['unschedulable', 'NoSchedule'],
  ];
  const taints = conditions.map(([key, effect]) => ({ key: `node.kubernetes.io/${key}`, effect }));
  expect(runs(set(), node({ taints }))).toBe(true);
  const network = node({ taints: [{ key: 'node.kubernetes.io/network-unavailable', effect: 'NoSchedule' }] });
  expect([runs(set(), network), runs(set({ hostNetwork: true }), network)]).toEqual([false, true]);
});
