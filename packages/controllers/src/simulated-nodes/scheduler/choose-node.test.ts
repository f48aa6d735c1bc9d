/** Filters and scores of the scheduler, over nodes and pods given as data. */
import { describe, expect, it } from '@jest/globals';

import type { Pod } from '@keelson/api';

import { chooseNode } from './choose-node.ts';
import type { NodeFault } from './find-misfit.ts';
import type { NodeUsage } from './node-usage.ts';
import type { PodsOnNodes } from './pod-affinity.ts';
import { requestsOf, scoredRequestsOf } from './resource-amounts.ts';
import type { PodTerm, ScheduledPod } from './scheduled-pod.ts';
import { wordUnschedulable } from './word-unschedulable.ts';

type Spec = Pod['spec'];

let serial = 0;

function podOf(over: Partial<ScheduledPod> = {}): ScheduledPod {
  serial += 1;
  const uid = `u${serial}`;
  return {
    uid,
    namespace: 'default',
    name: uid,
    labels: {},
    family: uid,
    isTerminating: false,
    requests: new Map(),
    scored: { cpu: 100, memory: 1_000 },
    ports: [],
    requiredAntiAffinity: [],
    ...over,
  };
}

interface NodeWish {
  readonly labels?: Record<string, string>;
  readonly taints?: NodeUsage['taints'];
  readonly cpu?: number;
  readonly used?: number;
  readonly pods?: readonly ScheduledPod[];
  readonly isUnschedulable?: boolean;
}

function nodeOf(name: string, wish: NodeWish = {}): NodeUsage {
  const { labels = {}, taints = [], cpu = 4_000, used = 0, pods = [], isUnschedulable = false } = wish;
  const allocatable = new Map([
    ['cpu', cpu],
    ['memory', 1e9],
    ['pods', 10_000],
  ]);
  return {
    name,
    labels: { 'kubernetes.io/hostname': name, ...labels },
    isUnschedulable,
    taints,
    allocatable,
    used: new Map([['cpu', used]]),
    scored: { cpu: used, memory: 0 },
    pods: new Map(pods.map((pod) => [pod.uid, pod])),
  };
}

const specOf = (spec: object = {}): Spec => ({ containers: [], ...spec });

function onNodes(nodes: readonly NodeUsage[], labelsOf: PodsOnNodes['labelsOf'] = () => ({})): PodsOnNodes {
  const repelling = nodes.flatMap((node) =>
    [...node.pods.values()]
      .filter(({ requiredAntiAffinity }) => requiredAntiAffinity.length > 0)
      .map((pod) => [pod, node] as const),
  );
  return { nodes, repelling, labelsOf };
}

function nodeFor(pod: ScheduledPod, spec: Spec, nodes: readonly NodeUsage[], draw = 0): string | undefined {
  const choice = chooseNode(pod, spec, onNodes(nodes), () => draw);
  return choice.ok ? choice.node.name : undefined;
}

function reasonsOf(pod: ScheduledPod, spec: Spec, node: NodeUsage, on = onNodes([node])): readonly string[] {
  const choice = chooseNode(pod, spec, on, () => 0);
  return choice.ok ? [] : choice.faults.flatMap(({ reasons }) => reasons);
}

const hostname = 'kubernetes.io/hostname';
const selecting = (labels: Record<string, string>, over: object = {}): PodTerm => ({
  topologyKey: hostname,
  labelSelector: { matchLabels: labels },
  ...over,
});
const nearTo = (...terms: readonly PodTerm[]) =>
  specOf({ affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms } } });

describe('amounts', () => {
  it('are the sum of the containers, or the largest init container, and the overhead', () => {
    const ask = (cpu: string) => ({ resources: { requests: { cpu } } });
    const spec = specOf({ containers: [ask('100m'), ask('1')], initContainers: [ask('2')], overhead: { cpu: '50m' } });
    expect(requestsOf(spec)).toEqual(new Map([['cpu', 2_050]]));
    expect(scoredRequestsOf(specOf({ containers: [{ resources: {} }] }))).toEqual({
      cpu: 100,
      memory: 209_715_200_000,
    });
  });
});

describe('a node', () => {
  it.each<[string, NodeWish, Partial<ScheduledPod>, readonly string[]]>([
    ['is unschedulable', { isUnschedulable: true }, {}, ['node(s) were unschedulable']],
    [
      'has a taint',
      { taints: [{ key: 'a', value: 'b', effect: 'NoExecute' }] },
      {},
      ['node(s) had untolerated taint {a: b}'],
    ],
    [
      'is full',
      { cpu: 1_000, used: 500 },
      {
        requests: new Map([
          ['cpu', 501],
          ['example.com/gpu', 1_000],
        ]),
      },
      ['Insufficient cpu', 'Insufficient example.com/gpu'],
    ],
    [
      'has its ports taken',
      { pods: [podOf({ ports: [{ address: '0.0.0.0', protocol: 'TCP', port: 80 }] })] },
      { ports: [{ address: '10.0.0.1', protocol: 'TCP', port: 80 }] },
      ["node(s) didn't have free ports for the requested pod ports"],
    ],
  ])('that %s takes no pod', (_, wish, pod, reasons) => {
    expect(reasonsOf(podOf(pod), specOf(), nodeOf('a', wish))).toEqual(reasons);
  });

  it('that is just large enough takes the pod', () => {
    const node = nodeOf('a', { cpu: 1_000, used: 900 });
    expect(reasonsOf(podOf({ requests: new Map([['cpu', 100]]) }), specOf(), node)).toEqual([]);
  });

  it('with a taint takes pods that tolerate it', () => {
    const node = nodeOf('a', { taints: [{ key: 'a', value: 'b', effect: 'NoSchedule' }], isUnschedulable: true });
    expect(reasonsOf(podOf(), specOf({ tolerations: [{ operator: 'Exists' }] }), node)).toEqual([]);
    const tolerations = [
      { key: 'a', operator: 'Equal', value: 'b' },
      { key: 'node.kubernetes.io/unschedulable', operator: 'Exists' },
    ];
    expect(reasonsOf(podOf(), specOf({ tolerations }), node)).toEqual([]);
    const other = [{ key: 'a', operator: 'Equal', value: 'c' }, tolerations[1]];
    expect(reasonsOf(podOf(), specOf({ tolerations: other }), node)).toEqual(['node(s) had untolerated taint {a: b}']);
  });
});

describe('affinity to nodes', () => {
  const requiring = (...nodeSelectorTerms: readonly object[]) =>
    specOf({ affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } } });
  const nodes = [nodeOf('a', { labels: { cores: '4' } }), nodeOf('b', { labels: { cores: '16', disk: 'fast' } })];

  it.each<[string, Spec, string | undefined]>([
    ['a label', specOf({ nodeSelector: { disk: 'fast' } }), 'b'],
    ['In', requiring({ matchExpressions: [{ key: 'disk', operator: 'In', values: ['slow', 'fast'] }] }), 'b'],
    ['NotIn', requiring({ matchExpressions: [{ key: 'disk', operator: 'NotIn', values: ['fast'] }] }), 'a'],
    ['Gt', requiring({ matchExpressions: [{ key: 'cores', operator: 'Gt', values: ['8'] }] }), 'b'],
    ['Lt', requiring({ matchExpressions: [{ key: 'cores', operator: 'Lt', values: ['8'] }] }), 'a'],
    ['a name', requiring({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['b'] }] }), 'b'],
    [
      'one of two terms',
      requiring(
        { matchExpressions: [{ key: 'x', operator: 'Exists' }] },
        { matchExpressions: [{ key: 'disk', operator: 'DoesNotExist' }] },
      ),
      'a',
    ],
    ['an empty term', requiring({}), undefined],
  ])('selects by %s', (_, spec, expected) => {
    expect(nodeFor(podOf(), spec, nodes, 0.99)).toBe(expected);
  });
});

describe('affinity to pods', () => {
  const web = podOf({ labels: { app: 'web' } });
  const zone = (name: string) => ({ labels: { zone: name } });

  it('goes where such a pod is, in the whole topology domain', () => {
    const nodes = [nodeOf('a', zone('x')), nodeOf('b', { ...zone('y'), pods: [web] }), nodeOf('c', zone('y'))];
    const spec = nearTo(selecting({ app: 'web' }, { topologyKey: 'zone' }));
    expect(nodeFor(podOf(), spec, nodes, 0.99)).toBe('c');
    expect(nodeFor(podOf({ namespace: 'other' }), spec, nodes)).toBeUndefined();
    expect(
      nodeFor(podOf({ namespace: 'other' }), nearTo(selecting({ app: 'web' }, { namespaces: ['default'] })), nodes),
    ).toBe('b');
  });

  it('selects namespaces by their labels', () => {
    const nodes = [nodeOf('a'), nodeOf('b', { pods: [web] })];
    const spec = nearTo(selecting({ app: 'web' }, { namespaceSelector: { matchLabels: { team: 'one' } } }));
    const on = (team: string) => onNodes(nodes, (name) => (name === 'default' ? { team } : undefined));
    expect(chooseNode(podOf({ namespace: 'other' }), spec, on('one'), () => 0)).toMatchObject({ node: { name: 'b' } });
    expect(chooseNode(podOf({ namespace: 'other' }), spec, on('two'), () => 0).ok).toBe(false);
  });

  it('lets the first pod of a group go anywhere', () => {
    const spec = nearTo(selecting({ app: 'web' }));
    expect(nodeFor(podOf({ labels: { app: 'web' } }), spec, [nodeOf('a')])).toBe('a');
    expect(reasonsOf(podOf(), spec, nodeOf('a'))).toEqual(["node(s) didn't match pod affinity rules"]);
  });

  it('keeps away from pods, and so do the pods that are there', () => {
    const apart = [selecting({ app: 'web' })];
    const node = nodeOf('a', { pods: [web] });
    expect(reasonsOf(podOf({ requiredAntiAffinity: apart }), specOf(), node)).toEqual([
      "node(s) didn't match pod anti-affinity rules",
    ]);
    const guarded = nodeOf('a', { pods: [podOf({ requiredAntiAffinity: apart })] });
    expect(reasonsOf(podOf({ labels: { app: 'web' } }), specOf(), guarded)).toEqual([
      "node(s) didn't satisfy existing pods anti-affinity rules",
    ]);
  });

  it('prefers and avoids by weights', () => {
    const nodes = [nodeOf('a'), nodeOf('b', { pods: [web] }), nodeOf('c')];
    const preferring = (kind: string) =>
      specOf({
        affinity: {
          [kind]: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              { weight: 10, podAffinityTerm: selecting({ app: 'web' }) },
            ],
          },
        },
      });
    expect(nodeFor(podOf(), preferring('podAffinity'), nodes)).toBe('b');
    expect(nodeFor(podOf(), preferring('podAntiAffinity'), nodes, 0.99)).toBe('c');
  });
});

describe('spreading', () => {
  const web = () => podOf({ labels: { app: 'web' } });
  const spec = specOf({
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'zone',
        whenUnsatisfiable: 'DoNotSchedule',
        labelSelector: { matchLabels: { app: 'web' } },
      },
    ],
  });

  it('holds the difference between domains', () => {
    const nodes = [
      nodeOf('a', { labels: { zone: 'x' }, pods: [web()] }),
      nodeOf('b', { labels: { zone: 'y' } }),
      nodeOf('c'),
    ];
    expect(nodeFor(web(), spec, nodes, 0.99)).toBe('b');
    const full = [
      nodeOf('a', { labels: { zone: 'x' }, pods: [web()] }),
      nodeOf('b', { labels: { zone: 'y' }, cpu: 0 }),
      nodeOf('c'),
    ];
    const choice = chooseNode(
      podOf({ labels: { app: 'web' }, requests: new Map([['cpu', 1]]) }),
      spec,
      onNodes(full),
      () => 0,
    );
    expect(choice.ok ? [] : choice.faults.flatMap(({ reasons }) => reasons)).toEqual([
      "node(s) didn't match pod topology spread constraints",
      'Insufficient cpu',
      "node(s) didn't match pod topology spread constraints (missing required label)",
    ]);
  });

  it('puts pods of one controller apart, and the least used node first', () => {
    const family = 'rs';
    const nodes = [nodeOf('a', { pods: [podOf({ family })] }), nodeOf('b', { used: 2_000 })];
    expect(nodeFor(podOf({ family }), specOf(), nodes)).toBe('b');
    expect(nodeFor(podOf(), specOf(), nodes)).toBe('a');
  });
});

describe('the message of a pod that fits nowhere', () => {
  const fault = (reason: string, isFinal: boolean): NodeFault => ({ reasons: [reason], isFinal });

  it('counts the reasons, and what preemption could do', () => {
    const faults = [fault('Too many pods', false), fault('b', true), fault('b', true)];
    expect(wordUnschedulable(faults, undefined)).toBe(
      '0/3 nodes are available: 1 Too many pods, 2 b. preemption: 0/3 nodes are available: 1 No preemption victims found ' +
        'for incoming pod, 2 Preemption is not helpful for scheduling.',
    );
    expect(wordUnschedulable(faults, 'Never')).toBe(
      '0/3 nodes are available: 1 Too many pods, 2 b. preemption: not eligible due to preemptionPolicy=Never.',
    );
    expect(wordUnschedulable([], undefined)).toBe('no nodes available to schedule pods');
  });
});
