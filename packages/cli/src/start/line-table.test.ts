import { describe, expect, it } from '@jest/globals';

import { decodeLineTable, encodeLineTable, findSourceLine, makeLineTable } from './line-table.ts';

/** Line 1 of the bundle is of nobody, line 2 is line 1 of a.ts, line 3 is line 2 of b.ts. */
const payload = { file: '', version: 3, sources: ['a.ts', 'b.ts'], sourcesContent: [], names: [], sourceRoot: '' };
const mappings = ';AAAA;ACCA';

describe('a table of lines', () => {
  it('names the source and its line', () => {
    const table = makeLineTable({ ...payload, mappings }, 3);
    expect([1, 2, 3, 4].map((line) => findSourceLine(table, line))).toEqual([
      undefined,
      { source: 'a.ts', line: 1 },
      { source: 'b.ts', line: 2 },
      undefined,
    ]);
  });

  it('is read as it was written', () => {
    const table = makeLineTable({ ...payload, mappings }, 3);
    expect(decodeLineTable(encodeLineTable(table))).toEqual(table);
  });
});
