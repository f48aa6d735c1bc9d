import { describe, expect, it } from '@jest/globals';

import type { AuditedRequest } from './compile-policy.ts';
import { compilePolicy } from './compile-policy.ts';
import { parsePolicy } from './parse-policy.ts';

const group = 'audit.k8s.io';
const head = 'apiVersion: audit.k8s.io/v1\nkind: Policy\n';

function decide(rules: string, request: Partial<AuditedRequest>) {
  const parsed = parsePolicy(head + rules, group);
  if (!parsed.ok) throw new Error(parsed.message);
  const user = { name: 'alice', groups: ['devs', 'system:authenticated'] };
  return compilePolicy(parsed.policy)({ user, verb: 'get', object: undefined, path: '/healthz', ...request });
}

const object = { resource: 'pods', namespace: 'ns', name: 'p', group: '', version: 'v1', subresource: '' };
const levelOf = (rules: string, request: Partial<AuditedRequest>) => decide(rules, request).level;

describe('an audit policy', () => {
  it('goes by the first rule that fits, and writes nothing down where none does', () => {
    const rules = 'rules:\n- level: Metadata\n  users: [bob]\n- level: Request\n  userGroups: [devs]\n- level: None\n';
    expect(levelOf(rules, {})).toBe('Request');
    expect(levelOf(rules, { user: { name: 'bob', groups: ['devs'] } })).toBe('Metadata');
    expect(levelOf(rules, { user: undefined })).toBe('None');
    expect(levelOf('rules:\n- level: Metadata\n  verbs: [list]\n', {})).toBe('None');
  });

  it.each([
    ['resources: [{group: ""}]', object, true],
    ['resources: [{group: apps}]', object, false],
    ['resources: [{group: "", resources: [pods]}]', object, true],
    ['resources: [{group: "", resources: [pods]}]', { ...object, subresource: 'log' }, false],
    ['resources: [{group: "", resources: [pods/log]}]', { ...object, subresource: 'log' }, true],
    ['resources: [{group: "", resources: [pods/*]}]', { ...object, subresource: 'log' }, true],
    ['resources: [{group: "", resources: ["*/log"]}]', { ...object, subresource: 'log' }, true],
    ['resources: [{group: "", resources: ["*/log"]}]', object, false],
    ['resources: [{group: "", resources: ["*"]}]', { ...object, subresource: 'log' }, true],
    ['resources: [{group: "", resources: [pods], resourceNames: [q]}]', object, false],
    ['resources: [{group: "", resources: [pods], resourceNames: [q, p]}]', object, true],
    ['namespaces: [other]', object, false],
    ['namespaces: ["", ns]', object, true],
    ['namespaces: [""]', undefined, false],
    ['nonResourceURLs: ["/health*"]', undefined, true],
    ['nonResourceURLs: ["/healthz"]', undefined, true],
    ['nonResourceURLs: ["/livez"]', undefined, false],
    ['nonResourceURLs: ["*"]', object, false],
  ])('%s of a rule fits %j: %s', (rule, wanted, fits) => {
    expect(levelOf(`rules: [{level: Metadata, ${rule}}]`, { object: wanted })).toBe(fits ? 'Metadata' : 'None');
  });

  it('leaves out stages and managed fields, for all or by rule', () => {
    const rules =
      'omitStages: [RequestReceived]\nomitManagedFields: true\nrules:\n' +
      '- level: Metadata\n  verbs: [get]\n  omitStages: [ResponseStarted]\n  omitManagedFields: false\n- level: Metadata\n';
    expect(decide(rules, {})).toMatchObject({
      omits: new Set(['RequestReceived', 'ResponseStarted']),
      omitsManagedFields: false,
    });
    expect(decide(rules, { verb: 'list' })).toMatchObject({
      omits: new Set(['RequestReceived']),
      omitsManagedFields: true,
    });
  });

  it.each([
    ['kind: Policy\nrules: [{level: None}]', 1, 'apiVersion: this is needed'],
    ['apiVersion: v1\nkind: Policy\nrules: [{level: None}]', 1, 'apiVersion: "v1" is not audit.k8s.io/v1'],
    ['apiVersion: audit.k8s.io/v1\nkind: Polity\nrules: [{level: None}]', 2, 'kind: "Polity" is not Policy'],
    [`${head}rules: []`, 3, 'rules: there are no rules'],
    [`${head}rules:\n- level: All`, 4, 'rules[0].level: "All" is not one of None, Metadata, Request, RequestResponse'],
    [`${head}rules:\n- level: None\n- users: [x]`, 5, 'rules[1].level: this is needed'],
    [`${head}rules:\n- level: None\n  user: [x]`, 5, 'rules[0].user: there is no such field'],
    [`${head}rules:\n- level: None\n  users: x`, 5, 'rules[0].users: this is no list'],
    [`${head}rules:\n- level: None\n  verbs:\n  - 7`, 6, 'rules[0].verbs[0]: this is no text'],
    [`${head}rules:\n- level: None\n  nonResourceURLs: [x]`, 5, "must begin with a '/'"],
    [`${head}rules:\n- level: None\n  nonResourceURLs: [/a*b]`, 5, 'must be the final character'],
    [`${head}rules:\n- level: None\n  nonResourceURLs: [/a]\n  namespaces: [b]`, 5, 'cannot apply to both'],
    [`${head}rules:\n- level: None\n  resources:\n  - group: apps/v1`, 6, 'rules[0].resources[0].group: "apps/v1"'],
    [`${head}rules:\n- level: None\n  resources:\n  - resourceNames: [a]`, 6, 'requires at least one resource'],
    [`${head}rules:\n- level: None\n  omitStages: [Begin]`, 5, 'rules[0].omitStages[0]: "Begin" is no stage'],
    [`${head}omitManagedFields: maybe\nrules:\n- level: None`, 3, 'omitManagedFields: this is neither true nor false'],
    ['rules: [', 1, ''],
    ['', undefined, 'there is nothing in it'],
    ['- a', 1, 'this is no object'],
    ['a: 1\n---\nb: 1', undefined, 'several documents'],
  ])('%j is refused in line %s: %s', (text, line, message) => {
    const result = parsePolicy(text, group);
    expect(result).toMatchObject({ ok: false });
    if (result.ok) return;
    expect(result.message).toContain(message);
    expect(result.line).toBe(line);
  });
});
