import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { freeze } from '../testing/run-scenarios.ts';
import { applyMergePatch } from './apply-merge-patch.ts';

function patched(document: unknown, patch: unknown): unknown {
  const outcome = applyMergePatch(freeze(document), freeze(patch));
  return outcome.ok ? outcome.value : outcome.message;
}

describe('merge patch', () => {
  // RFC 7386, appendix A.
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('makes of %j with %j: %j', (document, patch, result) => {
    expect(patched(document, patch)).toEqual(result);
  });

  it.each([[null], ['x'], [5], [true]])('refuses %j', (patch) => {
    expect(applyMergePatch({}, patch)).toEqual({ ok: false, reason: 'badRequest', message: 'Invalid JSON Patch' });
  });

  it('takes names that mean something to JavaScript as data', () => {
    const patch: unknown = JSON.parse(
      '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
    );
    const result = patched({}, patch) as object;
    expect(Object.keys(result)).toEqual(['__proto__', 'constructor']);
    expect('polluted' in {}).toBe(false);
  });

  it('is idempotent', () => {
    const object = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(object, object, (document, patch) => {
        const once = patched(document, patch);
        expect(patched(once, patch)).toEqual(once);
      }),
    );
  });
});
