import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { readRule } from '../authorization/rbac/access-objects.ts';
import type { PolicyRule } from '../authorization/rbac/access-objects.ts';
import { ruleAllows } from '../authorization/testing/naive-authorizer.ts';
import { confirmGrant, fullAuthority } from './confirm-grant.ts';
import { findUncovered } from './cover.ts';

const alice = { name: 'alice', groups: ['devs', 'system:authenticated'] };
const get = { verbs: ['get'], apiGroups: [''], resources: ['configmaps'] };

function refusalOf(rules: readonly PolicyRule[], wanted: readonly PolicyRule[], errors: readonly string[] = []) {
  const held = { rulesFor: () => ({ rules, isIncomplete: false, errors }) };
  return confirmGrant(held, { user: alice, namespace: 'a', wanted }, () => undefined);
}

const start =
  'user "alice" (groups=["devs" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n';

describe('a grant', () => {
  it('of what is held is fine, also of a part of it', async () => {
    expect(await refusalOf([get], [get])).toBeUndefined();
    expect(await refusalOf(fullAuthority, [get, { verbs: ['get'], nonResourceURLs: ['/x'] }])).toBeUndefined();
    expect(await refusalOf([get], [{ ...get, resourceNames: ['x'] }])).toBeUndefined();
    expect(await refusalOf([get, { ...get, verbs: ['list'] }], [{ ...get, verbs: ['get', 'list'] }])).toBeUndefined();
  });

  it('of more names what is missing, the verbs on a resource together', async () => {
    const wanted = { verbs: ['get', 'list'], apiGroups: [''], resources: ['configmaps', 'secrets'] };
    expect(await refusalOf([get], [wanted])).toBe(
      `${start}{APIGroups:[""], Resources:["configmaps"], Verbs:["list"]}\n{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list"]}`,
    );
  });

  it('of names, urls and everything is printed as such', async () => {
    expect(await refusalOf([], [{ ...get, resourceNames: ['x', 'y'] }])).toBe(
      `${start}{APIGroups:[""], Resources:["configmaps"], ResourceNames:["x"], Verbs:["get"]}\n{APIGroups:[""], Resources:["configmaps"], ResourceNames:["y"], Verbs:["get"]}`,
    );
    expect(await refusalOf([get], fullAuthority)).toBe(
      `${start}{APIGroups:["*"], Resources:["*"], Verbs:["*"]}\n{NonResourceURLs:["*"], Verbs:["*"]}`,
    );
  });

  it('to all is not covered by what is held for some', async () => {
    expect(await refusalOf([{ ...get, resourceNames: ['x'] }], [get])).toContain('Verbs:["get"]');
    expect(
      await refusalOf([{ verbs: ['get'], nonResourceURLs: ['/a/*'] }], [{ verbs: ['get'], nonResourceURLs: ['/*'] }]),
    ).toContain('NonResourceURLs:["/*"]');
  });

  it('of more than anyone would write is refused as a whole, and at once', async () => {
    const many = Array.from({ length: 1_000 }, (_, at) => `r${at}`);
    const rule = { verbs: many, apiGroups: many, resources: many };
    const started = process.cpuUsage();
    expect(await refusalOf([get], [rule])).toContain('APIGroups:["r0" "r1"');
    expect(await refusalOf(fullAuthority, [rule])).toBeUndefined();
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000);
  });

  it('lets others have their turn between its parts', async () => {
    let pauses = 0;
    const rule = { verbs: ['get', 'list'], apiGroups: [''], resources: ['a', 'b', 'c'] };
    const held = { rulesFor: () => Promise.resolve({ rules: [get], isIncomplete: false, errors: [] }) };
    const giveWay = () => {
      pauses += 1;
      return Promise.resolve();
    };
    expect(await confirmGrant(held, { user: alice, namespace: 'a', wanted: [rule] }, giveWay)).toContain(
      'Verbs:["get"',
    );
    expect(pauses).toBe(6);
  });

  it('tells which roles could not be found while looking', async () => {
    expect(await refusalOf([], [get], ['role.x "r" not found'])).toMatch(
      /; resolution errors: \[role\.x "r" not found\]$/,
    );
  });
});

const some = (...words: string[]) => fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 2 });
const ruleOf: fc.Arbitrary<PolicyRule> = fc.oneof(
  fc.record(
    {
      verbs: some('get', 'list', '*'),
      apiGroups: some('', 'apps', '*'),
      resources: some('pods', 'pods/log', '*/log', '*'),
      resourceNames: some('x', 'y'),
    },
    { requiredKeys: ['verbs', 'apiGroups', 'resources'] },
  ),
  fc.record({ verbs: some('get', '*'), nonResourceURLs: some('/a', '/a/*', '*') }),
);

describe('whoever grants what is covered', () => {
  it('gives nobody what they could not do themselves', () => {
    const request = fc.record({
      kind: fc.constant('resource' as const),
      verb: fc.constantFrom('get', 'list', 'delete'),
      group: fc.constantFrom('', 'apps', 'batch'),
      version: fc.constant('v1'),
      resource: fc.constantFrom('pods', 'jobs'),
      subresource: fc.constantFrom('', 'log', 'status'),
      namespace: fc.constant('a'),
      name: fc.constantFrom('', 'x', 'z'),
    });
    fc.assert(
      fc.property(fc.array(ruleOf, { maxLength: 3 }), ruleOf, request, (held, wanted, attributes) => {
        if (findUncovered(held, [wanted]).length > 0 || !ruleAllows(wanted, attributes)) return;
        expect(held.some((rule) => ruleAllows(rule, attributes))).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it('covers itself', () => {
    fc.assert(fc.property(ruleOf, (rule) => expect(findUncovered([rule], [rule])).toEqual([])));
    expect(findUncovered([], [readRule({})])).toEqual([]);
  });
});
