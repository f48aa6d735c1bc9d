import { describe, expect, it } from '@jest/globals';

import { kind } from '../language/declare.ts';
import { field } from '../language/field.ts';
import { resource } from '../language/resource.ts';
import type { Resource } from '../language/resource.ts';
import { string } from '../language/shape.ts';
import { allVerbs } from '../language/verb.ts';
import { convertObject } from './convert.ts';
import { createScheme } from './scheme.ts';
import type { Scheme } from './scheme.ts';

const Old = kind('test.v1beta1.Valve', { position: field(1, string) });
const New = kind('test.v1.Valve', { state: field(1, string) });
const ValveList = kind('test.v1.ValveList', {});
const Turn = kind('test.v1.Turn', {});

const names = { group: 'flow.{domain}', kind: 'Valve', plural: 'valves', singular: 'valve' };
const storage = { kind: 'stored', group: 'flow.{domain}', version: 'v1', prefix: 'valves' } as const;
const served = { ...names, scope: 'Namespaced', verbs: allVerbs, storage } as const;

const v1 = resource({
  ...served,
  version: 'v1',
  message: New,
  list: ValveList,
  subresources: {
    turn: {
      kind: 'action',
      verbs: ['create'],
      perform: () => undefined,
      servedAs: { group: 'flow.{domain}', version: 'v1', kind: 'Turn', message: Turn },
    },
  },
});
const v1beta1 = resource({
  ...served,
  version: 'v1beta1',
  message: Old,
  lifecycle: { removed: '1.25', replacement: { group: 'flow.{domain}', version: 'v1', kind: 'Valve' } },
  conversion: {
    toHub: ({ position }) => ({ state: position ?? '' }),
    fromHub: ({ state }: { state: string }) => ({ position: state }),
  },
});

function schemeOf(domain?: string): Scheme {
  return createScheme({ resources: [v1, v1beta1], ...(domain !== undefined && { domain }) });
}

function find(scheme: Scheme, version: string): Resource {
  const found = scheme.resource(`flow.${scheme.domain}`, version, 'valves');
  if (found === undefined) throw new Error(`no valves in ${version}`);
  return found;
}

describe('the scheme', () => {
  it('puts the configured domain into every group name', () => {
    const beta = find(schemeOf('example.org'), 'v1beta1');
    expect(beta.group).toBe('flow.example.org');
    expect(beta.storage).toMatchObject({ group: 'flow.example.org' });
    expect(beta.lifecycle?.replacement?.group).toBe('flow.example.org');
    expect(find(schemeOf(), 'v1').group).toBe('flow.k8s.io');
  });

  it('knows the kinds of a resource, of its list and of its subresources', () => {
    const scheme = schemeOf();
    for (const kind of ['Valve', 'ValveList', 'Turn']) {
      expect(scheme.kind({ group: 'flow.k8s.io', version: 'v1', kind })?.kind).toBe(kind);
    }
    expect(scheme.kind({ group: 'flow.k8s.io', version: 'v9', kind: 'Valve' })).toBeUndefined();
  });

  it('finds the versions of a resource and the one that is stored', () => {
    const scheme = schemeOf();
    const beta = find(scheme, 'v1beta1');
    expect(scheme.versionsOf(beta).map(({ version }) => version)).toEqual(['v1', 'v1beta1']);
    expect(scheme.storageOf(beta)).toBe(find(scheme, 'v1'));
  });

  it('refuses a resource that is declared twice', () => {
    expect(() => createScheme({ resources: [v1, v1] })).toThrow('valves of flow.k8s.io/v1 is declared twice');
  });

  it('takes declarations on and off while it is in use', () => {
    const scheme = createScheme({ resources: [v1] });
    scheme.add(v1beta1);
    expect(scheme.hasVersion('flow.k8s.io', 'v1beta1')).toBe(true);
    scheme.remove(find(scheme, 'v1beta1'));
    expect(scheme.hasVersion('flow.k8s.io', 'v1beta1')).toBe(false);
    expect(scheme.resource('flow.k8s.io', 'v1beta1', 'valves')).toBeUndefined();
    expect(scheme.kind({ group: 'flow.k8s.io', version: 'v1beta1', kind: 'Valve' })).toBeUndefined();
    expect(scheme.versionsOf(find(scheme, 'v1'))).toHaveLength(1);
  });
});

describe('conversion', () => {
  it('goes through the stored version and back without loss', () => {
    const scheme = schemeOf();
    const [stable, beta] = [find(scheme, 'v1'), find(scheme, 'v1beta1')];
    const converted = convertObject(scheme, { kind: 'Valve', position: 'open' } as object, beta, stable);
    expect(converted).toEqual({ kind: 'Valve', apiVersion: 'flow.k8s.io/v1', state: 'open' });
    const back = convertObject(scheme, converted, stable, beta);
    expect(back).toEqual({ kind: 'Valve', apiVersion: 'flow.k8s.io/v1beta1', position: 'open' });
  });

  it('refuses resources that are not versions of each other', () => {
    const scheme = schemeOf();
    const other = resource({ ...names, group: 'other', version: 'v1', message: New, scope: 'Cluster', verbs: [] });
    scheme.add(other);
    const foreign = scheme.resource('other', 'v1', 'valves');
    if (foreign === undefined) throw new Error('not added');
    expect(() => convertObject(scheme, {}, find(scheme, 'v1'), foreign)).toThrow('not versions of each other');
  });
});
