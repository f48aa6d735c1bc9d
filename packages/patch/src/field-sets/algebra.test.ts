import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { arbitraryFields, arbitraryPath } from '../testing/arbitrary-fields.ts';
import { difference, intersection, isSubset, leavesOf, recursiveDifference, union, unionOf } from './algebra.ts';
import { fieldSetOf, hasPath, isSameSet, namedFields, noFields } from './field-set.ts';
import type { FieldSet } from './field-set.ts';
import { pathsOf } from './paths-of.ts';

const same = (a: FieldSet, b: FieldSet) => expect(pathsOf(a)).toEqual(pathsOf(b));

function law(holds: (a: FieldSet, b: FieldSet, c: FieldSet) => void): void {
  fc.assert(fc.property(arbitraryFields, arbitraryFields, arbitraryFields, holds), { numRuns: 300 });
}

/** The same operations on plain sets of paths. */
const textsOf = (set: FieldSet) => new Set(pathsOf(set).map((path) => JSON.stringify(path)));
const model = (set: FieldSet, keep: (path: string) => boolean) => [...textsOf(set)].filter(keep).sort();
const texts = (set: FieldSet) => [...textsOf(set)].sort();

describe('the algebra of field sets', () => {
  it('does what sets of paths do', () => {
    law((a, b) => {
      const [inA, inB] = [textsOf(a), textsOf(b)];
      expect(texts(union(a, b))).toEqual([...new Set([...inA, ...inB])].sort());
      expect(texts(intersection(a, b))).toEqual(model(a, (path) => inB.has(path)));
      expect(texts(difference(a, b))).toEqual(model(a, (path) => !inB.has(path)));
      expect(isSubset(a, b)).toBe([...inA].every((path) => inB.has(path)));
      expect(isSameSet(a, b)).toBe(inA.size === inB.size && isSubset(a, b));
    });
  });

  it('joins any number of sets as it joins two', () => {
    fc.assert(
      fc.property(fc.array(arbitraryFields, { maxLength: 20 }), (sets) => {
        same(unionOf(sets), sets.reduce(union, noFields));
      }),
      { numRuns: 300 },
    );
  });

  it('commutes, associates and distributes', () => {
    law((a, b, c) => {
      same(union(a, b), union(b, a));
      same(intersection(a, b), intersection(b, a));
      same(union(a, union(b, c)), union(union(a, b), c));
      same(intersection(a, union(b, c)), union(intersection(a, b), intersection(a, c)));
    });
  });

  it('splits a set in what it shares with another and what not', () => {
    law((a, b) => {
      same(union(difference(a, b), intersection(a, b)), a);
      expect(intersection(difference(a, b), b).size).toBe(0);
    });
  });

  it('gives back the set itself when nothing differs', () => {
    law((a) => {
      expect(union(a, a)).toBe(a);
      expect(union(a, fieldSetOf(pathsOf(a)))).toBe(a);
      expect(difference(a, noFields)).toBe(a);
      expect(recursiveDifference(a, noFields)).toBe(a);
      expect(difference(a, a).size).toBe(0);
    });
  });

  it('removes what lies below members when it is recursive', () => {
    law((a, b) => {
      const removed = pathsOf(b);
      const isBelow = (path: readonly string[]) =>
        removed.some((each) => each.length <= path.length && each.every((step, index) => step === path[index]));
      const expected = pathsOf(a).filter((path) => !isBelow(path));
      same(recursiveDifference(a, b), fieldSetOf(expected));
    });
  });

  it('finds the leaves, which have no member below them', () => {
    law((a) => {
      const paths = pathsOf(a);
      const isLeaf = (path: readonly string[]) =>
        !paths.some((each) => each.length > path.length && path.every((step, index) => step === each[index]));
      same(leavesOf(a), fieldSetOf(paths.filter(isLeaf)));
    });
  });

  it('never changes its arguments', () => {
    law((a, b) => {
      const before = [texts(a), texts(b)];
      for (const operation of [union, intersection, difference, recursiveDifference]) operation(a, b);
      expect([texts(a), texts(b)]).toEqual(before);
    });
  });

  it('knows its members', () => {
    fc.assert(
      fc.property(arbitraryFields, arbitraryPath, (set, path) => {
        expect(hasPath(set, path)).toBe(textsOf(set).has(JSON.stringify(path)));
      }),
    );
  });

  it('names fields by their names', () => {
    expect(pathsOf(namedFields([['a', 'b'], ['a']]))).toEqual([['f:a'], ['f:a', 'f:b']]);
  });
});
