import { describe, expect, it } from '@jest/globals';

import { kind } from './declare.ts';
import { field } from './field.ts';
import { resource } from './resource.ts';
import { reviewOf } from './resource-storage.ts';
import { string } from './shape.ts';

const Valve = kind('test.v1.Valve', { state: field(1, string) });
const names = { group: 'flow', version: 'v1', kind: 'Valve', plural: 'valves', singular: 'valve' } as const;
const common = { ...names, scope: 'Namespaced', verbs: ['create'], message: Valve } as const;
const storage = { kind: 'stored', group: 'flow', version: 'v1', prefix: 'valves' } as const;

describe('a resource', () => {
  it('has no objects and is deleted at once where it declares nothing else', () => {
    expect(resource(common)).toMatchObject({ storage: { kind: 'none' }, deletion: { kind: 'immediate' } });
  });

  it('has objects in the store, with what only these can do', () => {
    const valves = resource({
      ...common,
      storage,
      hasGeneration: true,
      deletion: { kind: 'graceful', secondsOf: ({ state }, requested) => (state === 'open' ? 30 : (requested ?? 0)) },
    });
    expect(valves).toMatchObject({ storage, hasGeneration: true, deletion: { kind: 'graceful' } });
    expect(reviewOf(valves)).toBeUndefined();
  });

  it('is of one kind of review', () => {
    expect(reviewOf(resource({ ...common, storage: { kind: 'review', review: 'token' } }))).toBe('token');
  });

  // The compiler is what refuses these; the declarations themselves do nothing.
  it('does not compile with abilities that do not go together', () => {
    // @ts-expect-error A review is not stored, and has no generations.
    resource({ ...common, storage: { kind: 'review', review: 'token' }, hasGeneration: true });
    // @ts-expect-error Nothing that is not stored is deleted.
    resource({ ...common, deletion: { kind: 'immediate' } });
    // @ts-expect-error A delete has one way to end an object.
    resource({ ...common, storage, deletion: { kind: 'immediate', secondsOf: () => 1 } });
    const proxy = { kind: 'proxy', verbs: ['get'], leadsTo: { kind: 'endpoints' } } as const;
    // @ts-expect-error A proxy takes nothing from a write.
    resource({ ...common, storage, subresources: { proxy: { ...proxy, writes: ['status'] } } });
    // @ts-expect-error Objects are stored under a prefix.
    resource({ ...common, storage: { kind: 'stored', group: 'flow', version: 'v1' } });
  });
});
