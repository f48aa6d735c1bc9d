import { describe, expect, it } from '@jest/globals';
import type { PolicyRulesWithSubjects } from '@keelson/api';
import type { RequestAttributes, UserInfo } from '@keelson/meta';

import { compileFlowSchema, FlowSchemas, type RankedSchema } from './flow-schemas.ts';

type Subjects = PolicyRulesWithSubjects['subjects'];

const everything = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true }],
};
const getPod: RequestAttributes = {
  kind: 'resource',
  verb: 'get',
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  namespace: 'a',
  name: 'x',
};

function schema(
  name: string,
  precedence: number,
  subjects: Subjects,
  rules: object = everything,
): RankedSchema<string> {
  const spec = {
    priorityLevelConfiguration: { name: 'level' },
    matchingPrecedence: precedence,
    rules: [{ subjects, ...rules }],
  };
  return { name, precedence, rules: compileFlowSchema(spec), kept: name };
}

const user = (name: string) => ({ kind: 'User', user: { name } });
const group = (name: string) => ({ kind: 'Group', group: { name } });
const account = (namespace: string, name: string) => ({ kind: 'ServiceAccount', serviceAccount: { namespace, name } });

function find(schemas: readonly RankedSchema<string>[], who: UserInfo, attributes = getPod): string | undefined {
  return FlowSchemas.of(schemas).find(who, attributes)?.kept;
}

describe('the flow schema of a request', () => {
  const alice = { name: 'alice', groups: ['devs'] };

  it('is the matching one with the lowest precedence, and of these the first by name', () => {
    const all = [schema('c', 500, [user('*')]), schema('b', 100, [group('devs')]), schema('a', 100, [user('alice')])];
    expect(find(all, alice)).toBe('a');
    expect(find(all, { name: 'bob', groups: ['devs'] })).toBe('b');
    expect(find(all, { name: 'bob', groups: [] })).toBe('c');
  });

  it('is none where no schema matches', () => {
    expect(find([schema('a', 1, [user('bob')])], alice)).toBeUndefined();
    expect(find([], alice)).toBeUndefined();
  });

  it.each([
    ['a user by name', user('alice'), 'alice', true],
    ['every user', user('*'), 'carol', true],
    ['every group, for a user without any too', group('*'), 'carol', true],
    ['a service account by name', account('a', 'x'), 'system:serviceaccount:a:x', true],
    ['another service account', account('a', 'x'), 'system:serviceaccount:a:y', false],
    ['all service accounts of a namespace', account('a', '*'), 'system:serviceaccount:a:y', true],
    ['those of another namespace', account('a', '*'), 'system:serviceaccount:b:y', false],
    ['a user whose name only looks like an account', account('a', '*'), 'system:serviceaccount:a:y:z', false],
    ['a kind without its field', { kind: 'User' }, 'alice', false],
  ])('is found by subjects: %s', (_, subject, name, isFound) => {
    expect(find([schema('s', 1, [subject])], { name, groups: [] })).toBe(isFound ? 's' : undefined);
  });

  it.each([5, 50])('is its own for each of the requests of a user that come in any order, of %d schemas', (count) => {
    const only = (key: string, value: string): object => ({
      resourceRules: [{ ...everything.resourceRules[0], [key]: [value] }],
    });
    const idle = Array.from({ length: count }, (_, index) =>
      schema(`idle-${index}`, 1, [user('alice')], only('verbs', 'none')),
    );
    const all = FlowSchemas.of([
      ...idle,
      schema('a', 10, [user('alice')], only('verbs', 'list')),
      schema('b', 20, [user('alice')], only('apiGroups', 'apps')),
      schema('c', 30, [user('alice')], only('resources', 'pods/log')),
      schema('d', 40, [user('alice')], only('namespaces', 'b')),
      schema('e', 50, [user('alice')], only('resources', 'pods')),
      schema('f', 60, [user('alice')], { nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz'] }] }),
    ]);
    const path = (at: string): RequestAttributes => ({ kind: 'path', verb: 'get', path: at });
    const asked: [RequestAttributes, string | undefined][] = [
      [getPod, 'e'],
      [{ ...getPod, verb: 'list' }, 'a'],
      [{ ...getPod, group: 'apps' }, 'b'],
      [{ ...getPod, subresource: 'log' }, 'c'],
      [{ ...getPod, namespace: 'b' }, 'd'],
      [{ ...getPod, resource: 'secrets' }, undefined],
      [path('/healthz'), 'f'],
      [path('/version'), undefined],
    ];
    for (const [first] of asked) {
      for (const [attributes, name] of asked) {
        all.find(alice, first);
        expect(all.find(alice, attributes)?.kept).toBe(name);
      }
    }
  });

  it('costs the same among very many that are for others, and among very many for the same user', () => {
    let asked = 0;
    const counting = { resourceRules: [{ ...everything.resourceRules[0], namespaces: ['other'] }] };
    const many = Array.from({ length: 1_000 }, (_, index) => {
      const made = schema(`s${index}`, 100, [index < 500 ? user(`u${index}`) : group('devs')], counting);
      const rules = made.rules.map(({ subjects, matches }) => ({
        subjects,
        matches: (attributes: RequestAttributes) => {
          asked += 1;
          return matches(attributes);
        },
      }));
      return { ...made, rules };
    });
    const schemas = FlowSchemas.of([...many, schema('last', 200, [user('*')])]);
    expect(schemas.find({ name: 'u7', groups: [] }, getPod)?.kept).toBe('last');
    expect(asked).toBe(1);
    asked = 0;
    for (let count = 0; count < 100; count += 1) {
      expect(schemas.find(alice, { ...getPod, name: `x${count}` })?.kept).toBe('last');
    }
    expect(asked).toBe(500);
    expect(schemas.find(alice, { ...getPod, namespace: 'other' })?.kept).toBe('s500');
  });
});
