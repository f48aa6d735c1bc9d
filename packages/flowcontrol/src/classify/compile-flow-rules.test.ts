import { describe, expect, it } from '@jest/globals';
import type { PolicyRulesWithSubjects } from '@keelson/api';

import { compileFlowRules } from './compile-flow-rules.ts';

type ResourceRule = NonNullable<PolicyRulesWithSubjects['resourceRules']>[number];

const pods: ResourceRule = { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'], namespaces: ['a', 'b'] };

function ofResources(...resourceRules: ResourceRule[]) {
  const matches = compileFlowRules({ subjects: [], resourceRules });
  return (verb: string, resource: string, namespace = '', group = '') => {
    const [plural = '', subresource = ''] = resource.split('/');
    return matches({
      kind: 'resource',
      verb,
      group,
      version: 'v1',
      resource: plural,
      subresource,
      namespace,
      name: 'x',
    });
  };
}

function ofPaths(...nonResourceURLs: string[]) {
  const matches = compileFlowRules({ subjects: [], nonResourceRules: [{ verbs: ['get'], nonResourceURLs }] });
  return (path: string, verb = 'get') => matches({ kind: 'path', verb, path });
}

describe('a rule for resources', () => {
  it('matches where verb, group, resource and namespace match together', () => {
    const matches = ofResources(pods);
    expect(matches('get', 'pods', 'a')).toBe(true);
    expect(matches('watch', 'pods', 'a')).toBe(false);
    expect(matches('get', 'services', 'a')).toBe(false);
    expect(matches('get', 'pods', 'c')).toBe(false);
    expect(matches('get', 'pods', 'a', 'apps')).toBe(false);
  });

  it('matches a subresource only by its own name', () => {
    expect(ofResources(pods)('get', 'pods/status', 'a')).toBe(false);
    const status = ofResources({ ...pods, resources: ['pods/status', '*/scale', 'nodes/'] });
    expect(status('get', 'pods/status', 'a')).toBe(true);
    expect(status('get', 'pods', 'a')).toBe(false);
    expect(status('get', 'deployments/scale', 'a')).toBe(false);
    expect(status('get', 'nodes', 'a')).toBe(false);
  });

  it('matches everything of a field with a wildcard, and requests without a namespace by clusterScope alone', () => {
    const all = { verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'] };
    expect(ofResources(all)('patch', 'jobs/status', 'z', 'batch')).toBe(true);
    expect(ofResources(all)('list', 'nodes')).toBe(false);
    expect(ofResources({ ...all, clusterScope: true })('list', 'nodes')).toBe(true);
    expect(ofResources({ ...all, namespaces: null, clusterScope: true })('list', 'pods', 'a')).toBe(false);
  });

  it('matches no path', () => {
    expect(
      compileFlowRules({ subjects: [], resourceRules: [pods] })({ kind: 'path', verb: 'get', path: '/version' }),
    ).toBe(false);
  });
});

describe('a rule for paths', () => {
  it('matches a path and all below it', () => {
    const matches = ofPaths('/healthz', '/openapi/*');
    expect([matches('/healthz'), matches('/healthz/ping'), matches('/openapi/v2')]).toEqual([true, true, true]);
    expect([matches('/healthzz'), matches('/openapi'), matches('/version')]).toEqual([false, false, false]);
    expect(matches('/healthz', 'post')).toBe(false);
  });

  it('matches every path with a wildcard alone', () => {
    expect(ofPaths('*')('/anything')).toBe(true);
  });
});
