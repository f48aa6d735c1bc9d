import { describe, expect, it } from '@jest/globals';
import type { Resource } from '@keelson/schema';
import { quickestMsOf } from '@keelson/schema/testing';

import type { LabelsOf, ReviewOperation } from '../contract.ts';
import { compile, resource, scheme, type Hook } from '../testing/webhooks.ts';
import type { DeclaredRule } from './compiled-hook.ts';
import { HookTable, inNamespace } from './hook-table.ts';

const tableOf = (...hooks: readonly Hook[]): HookTable => new HookTable(compile(hooks), scheme);

const podRule = { operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };

interface Asked {
  readonly of?: Resource;
  readonly subresource?: string;
  readonly hook?: Partial<Hook>;
}

function targets(rule: Partial<DeclaredRule>, { of = resource('pods'), subresource = '', hook = {} }: Asked = {}) {
  const table = tableOf({ name: 'h', rules: [{ ...podRule, ...rule }], ...hook });
  const { all } = table.candidates(of, 'UPDATE', subresource);
  return all.map(({ target }) => `${target.group}/${target.version}/${target.plural}`);
}

describe('a table of webhooks', () => {
  it.each<[string[], string, boolean]>([
    [['pods'], '', true],
    [['pods'], 'status', false],
    [['pods/*'], '', true],
    [['pods/*'], 'status', true],
    [['*'], '', true],
    [['*'], 'status', false],
    [['*/*'], 'status', true],
    [['*/status'], 'status', true],
    [['*/status'], '', false],
    [['pods/status'], 'status', true],
    [['pods/status'], 'binding', false],
    [['secrets', 'pods'], '', true],
  ])('matches resources %j with the subresource "%s": %s', (resources, subresource, isMet) => {
    expect(targets({ resources }, { subresource })).toEqual(isMet ? ['/v1/pods'] : []);
  });

  it.each<[string, string, string, boolean]>([
    ['*', 'pods', 'v1', true],
    ['Namespaced', 'pods', 'v1', true],
    ['Cluster', 'pods', 'v1', false],
    ['Namespaced', 'nodes', 'v1', false],
    ['Cluster', 'nodes', 'v1', true],
    ['Cluster', 'namespaces', 'v1', true],
    ['Namespaced', 'namespaces', 'v1', false],
  ])('matches the scope %s for %s of %s: %s', (scope, plural, version, isMet) => {
    expect(targets({ resources: ['*'], scope }, { of: resource(plural, version) })).toHaveLength(isMet ? 1 : 0);
  });

  it('matches operations, groups and versions, or all of them', () => {
    expect(targets({ operations: ['CREATE'] })).toEqual([]);
    expect(targets({ operations: ['CREATE', 'UPDATE'] })).toHaveLength(1);
    expect(targets({ apiGroups: ['apps'] })).toEqual([]);
    expect(targets({ apiGroups: ['*'], apiVersions: ['*'] })).toHaveLength(1);
  });

  it('finds the version that a rule names for a request in another one, unless it is to be exact', () => {
    const rule = { apiGroups: ['node.k8s.io'], apiVersions: ['v1'], resources: ['runtimeclasses'] };
    const [beta, of] = ['node.k8s.io/v1beta1', resource('runtimeclasses', 'node.k8s.io/v1beta1')];
    expect(targets(rule, { of })).toEqual(['node.k8s.io/v1/runtimeclasses']);
    expect(targets({ ...rule, apiVersions: ['v1', 'v1beta1'] }, { of })).toEqual([`${beta}/runtimeclasses`]);
    expect(targets(rule, { of, hook: { matchPolicy: 'Exact' } })).toEqual([]);
  });

  it('selects by the labels of objects, old or new, in order', () => {
    const table = tableOf(
      { name: 'late', objectSelector: { matchExpressions: [{ key: 'b', operator: 'Exists' }] } },
      { name: 'a1', objectSelector: { matchLabels: { a: '1' } } },
      { name: 'all' },
      { name: 'none', objectSelector: { matchExpressions: [{ key: 'a', operator: 'DoesNotExist' }] } },
      { name: 'both', objectSelector: { matchLabels: { a: '1', c: '1' } } },
    );
    const { everywhere } = table.candidates(resource('pods'), 'CREATE', '');
    const find = (...sets: (LabelsOf | undefined)[]): string[] => everywhere.find(...sets).map(({ hook }) => hook.name);
    expect(find({ a: '1' }, undefined)).toEqual(['a1', 'all']);
    expect(find({}, undefined)).toEqual(['all', 'none']);
    expect(find({ a: '2' }, { a: '1', b: '', c: '1' })).toEqual(['late', 'a1', 'all', 'both']);
    // Objects without labels, such as the options of a connection, are selected by no selector that asks for any.
    expect(find(undefined, undefined)).toEqual(['all']);
  });

  it('selects by the labels of the namespace', () => {
    const table = tableOf({ name: 'prod', namespaceSelector: { matchLabels: { env: 'prod' } } }, { name: 'all' });
    const candidates = table.candidates(resource('pods'), 'CREATE', '');
    const find = (labels: LabelsOf): string[] =>
      inNamespace(candidates, labels, true)
        .find({}, undefined)
        .map(({ hook }) => hook.name);
    expect(find({ env: 'prod' })).toEqual(['prod', 'all']);
    expect(find({ env: 'dev' })).toEqual(['all']);
  });

  it('is found by any requirement of a selector', () => {
    const select = (key: string, operator: string, ...values: string[]) => ({
      matchExpressions: [{ key, operator, ...(values.length > 0 && { values }) }],
    });
    const table = tableOf(
      { name: 'in', objectSelector: select('app', 'In', 'a', 'b') },
      { name: 'exists', objectSelector: select('app', 'Exists') },
      {
        name: 'both',
        objectSelector: {
          matchExpressions: [
            ...select('app', 'Exists').matchExpressions,
            ...select('app', 'NotIn', 'b').matchExpressions,
          ],
        },
      },
      { name: 'not', objectSelector: select('app', 'NotIn', 'a') },
      { name: 'absent', objectSelector: select('app', 'DoesNotExist') },
    );
    const candidates = table.candidates(resource('pods'), 'CREATE', '');
    const find = (labels: LabelsOf): string =>
      candidates.everywhere
        .find(labels)
        .map(({ hook }) => hook.name)
        .join(' ');
    expect([find({ app: 'a' }), find({ app: 'b' }), find({ app: 'c' }), find({ x: 'a' })]).toEqual([
      'in exists both',
      'in exists not',
      'exists both not',
      'not absent',
    ]);
  });

  const selectApp: readonly ((app: string) => Pick<Hook, 'objectSelector'>)[] = [
    (app) => ({ objectSelector: { matchLabels: { app } } }),
    (app) => ({ objectSelector: { matchExpressions: [{ key: 'app', operator: 'In', values: [app, `${app}-next`] }] } }),
  ];
  it.each(selectApp)('costs the same for a thousand webhooks as for a few', (select) => {
    const hooks = Array.from({ length: 1_000 }, (_, index): Hook => {
      const isOfPods = index % 2 === 0;
      return {
        name: `h${index}`,
        rules: [{ ...podRule, resources: [isOfPods ? 'pods' : 'secrets'] }],
        namespaceSelector: { matchLabels: { team: `t${index % 10}` } },
        ...select(`a${index}`),
      };
    });
    const table = tableOf(...hooks);
    const namespace = { team: 't4' };
    const ask = (operation: ReviewOperation): number =>
      inNamespace(table.candidates(resource('pods'), operation, ''), namespace, true).find(
        { app: 'a4', b: 'c' },
        undefined,
      ).length;
    for (let warm = 0; warm < 2_000; warm += 1) ask('CREATE');
    const rounds = 20_000;
    const askOften = (): void => {
      let found = 0;
      for (let round = 0; round < rounds; round += 1) found += ask('CREATE');
      expect(found).toBe(rounds);
    };
    const limitMs = rounds * 0.02;
    expect(quickestMsOf(askOften, limitMs)).toBeLessThan(limitMs);
  });
});
