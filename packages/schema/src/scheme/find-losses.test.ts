import { describe, expect, it } from '@jest/globals';

import { findLosses } from './find-losses.ts';

describe('findLosses', () => {
  it('finds nothing lost when more is said than before', () => {
    expect(findLosses({ spec: { a: 1 } }, { spec: { a: 1, b: 2 }, status: {} })).toEqual([]);
  });

  it('names what is gone and what is different, in the notation of the API', () => {
    const before = { spec: { rollbackTo: {}, ports: [{ port: 80 }, { port: 443 }], paused: false } };
    const after = { spec: { ports: [{ port: 81 }] } };
    expect(findLosses(before, after)).toEqual([
      'spec.rollbackTo',
      'spec.ports[0].port',
      'spec.ports[1]',
      'spec.paused',
    ]);
  });

  it('takes null, empty text and a message of these for nothing', () => {
    expect(findLosses({ a: null, b: '', c: { d: null, e: '' } }, {})).toEqual([]);
  });

  it('does not take what objects inherit for an answer', () => {
    expect(findLosses(JSON.parse('{ "__proto__": 1, "constructor": 2 }') as object, {})).toEqual([
      '__proto__',
      'constructor',
    ]);
  });

  it('takes lists of more items than a call takes arguments', () => {
    const many = Array.from({ length: 200_000 }, (_, index) => index);
    expect(findLosses({ many }, { many: many.slice(0, -1) })).toEqual(['many[199999]']);
  });

  it('goes as deep as free-form values do', () => {
    const deep = (leaf: number) => JSON.parse(`${'['.repeat(10_000)}${String(leaf)}${']'.repeat(10_000)}`) as object;
    expect(findLosses(deep(1), deep(1))).toEqual([]);
    expect(findLosses(deep(1), deep(2))).toHaveLength(1);
  });
});
