import { describe, expect, it } from '@jest/globals';
import { createApiScheme } from '@keelson/api';
import type { Resource } from '@keelson/schema';

import { listedGroups } from './listed-groups.ts';
import type { RegisteredVersion } from './registrations.ts';
import { servedGroups } from './served-groups.ts';

const scheme = createApiScheme();
const found = scheme.resource('apps', 'v1', 'deployments');
if (found === undefined) throw new Error('no deployments');
const deployments = found;

function registered(name: string, priorities: [number, number], more: Partial<RegisteredVersion> = {}) {
  const [version = '', ...group] = name.split('.');
  const [groupPriority, versionPriority] = priorities;
  return {
    group: group.join('.'),
    version,
    groupPriority,
    versionPriority,
    isRemote: true,
    isAutomanaged: false,
    ...more,
  };
}

function custom(group: string, version: string): Resource {
  const origin = { definition: 'd', uid: 'u', generation: 1 } as unknown as NonNullable<Resource['custom']>;
  return { ...deployments, group, version, custom: origin };
}

function list(resources: readonly Resource[], versions: readonly RegisteredVersion[] | undefined): string[] {
  return listedGroups(servedGroups(resources), versions, 'own.test').map(
    ({ name, versions: each }) => `${name}: ${each.map(({ version }) => version).join(' ')}`,
  );
}

describe('groups in discovery', () => {
  it('have the highest priority of their versions, and equal ones the order of their names', () => {
    const versions = [
      registered('v1.c.test', [5, 15]),
      registered('v1.b.test', [1000, 15]),
      registered('v1.a.test', [1000, 15]),
      registered('v2.c.test', [20000, 1]),
    ];
    expect(list([], versions)).toEqual(['c.test: v1 v2', 'a.test: v1', 'b.test: v1']);
  });

  it('have the versions of equal priority in the order of their stability', () => {
    const versions = [
      registered('v1.a.test', [1000, 15]),
      registered('v2beta1.a.test', [1000, 15]),
      registered('v2.a.test', [1000, 15]),
      registered('v1alpha1.a.test', [1000, 100]),
      registered('v3alpha1.a.test', [1000, 9]),
    ];
    expect(list([], versions)).toEqual(['a.test: v1alpha1 v2 v1 v2beta1 v3alpha1']);
  });

  it('are listed as they are served until registrations are there', () => {
    expect(list([deployments, custom('a.test', 'v1')], undefined)).toEqual(['apps: v1', 'a.test: v1']);
  });

  it('of this server are listed while they are registered and served', () => {
    const own = { isRemote: false, isAutomanaged: true };
    const versions = [registered('v1.apps', [17800, 15], own), registered('v1.gone.test', [1000, 100], own)];
    expect(list([deployments], versions)).toEqual(['apps: v1']);
    expect(list([deployments], [])).toEqual([]);
  });

  it('begin with that of the registrations themselves', () => {
    const versions = [registered('v1.apps', [17800, 15], { isRemote: false })];
    expect(list([deployments, { ...deployments, group: 'own.test' }], versions)).toEqual(['own.test: v1', 'apps: v1']);
  });

  it('are those of a registration without a server, too', () => {
    expect(list([], [registered('v1.a.test', [1000, 15], { isRemote: false })])).toEqual(['a.test: v1']);
  });

  it('hold custom resources that are not registered yet, in their place', () => {
    const versions = [
      registered('v1beta1.a.test', [1000, 100], { isRemote: false, isAutomanaged: true }),
      registered('v1.low.test', [5, 15]),
    ];
    const resources = [custom('a.test', 'v1'), custom('a.test', 'v1beta1'), custom('b.test', 'v1')];
    expect(list(resources, versions)).toEqual(['a.test: v1 v1beta1', 'b.test: v1', 'low.test: v1']);
  });
});
