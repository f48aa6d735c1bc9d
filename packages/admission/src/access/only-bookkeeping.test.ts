import { describe, expect, it } from '@jest/globals';

import { isOnlyBookkeeping } from './only-bookkeeping.ts';

const old = { metadata: { name: 'a', creationTimestamp: null, finalizers: ['x'] }, rules: [{ verbs: ['get'] }] };

describe('a change to bookkeeping', () => {
  it('is one of owners and finalizers', () => {
    const { finalizers, ...metadata } = old.metadata;
    expect(finalizers).toEqual(['x']);
    expect(isOnlyBookkeeping({ ...old, metadata }, old)).toBe(true);
    expect(isOnlyBookkeeping({ ...old, metadata: { ...metadata, managedFields: [] } }, old)).toBe(true);
  });

  it('is none of anything else', () => {
    expect(isOnlyBookkeeping({ ...old, rules: [] }, old)).toBe(false);
    expect(isOnlyBookkeeping({ ...old, metadata: { ...old.metadata, labels: { a: 'b' } } }, old)).toBe(false);
  });
});
