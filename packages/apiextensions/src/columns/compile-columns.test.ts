import { describe, expect, it } from '@jest/globals';
import { ExactNumber, type CellValue } from '@keelson/schema';

import { compileColumns } from './compile-columns.ts';

const now = new Date('2022-01-02T03:04:05Z');

function cell(type: string, value: unknown): CellValue | undefined {
  const [, column] = compileColumns([{ name: 'C', type, jsonPath: '.spec.v' }]);
  return column?.cell({ spec: { v: value } }, { now });
}

describe('a column of a custom resource', () => {
  it('is behind the name, and described by its path where it does not say more', () => {
    const columns = compileColumns([
      { name: 'C', type: 'integer', format: 'int32', priority: 1, jsonPath: '.spec.c' },
      { name: 'D', type: 'string', jsonPath: '.spec.d', description: 'words' },
    ]);
    expect(columns.map(({ name, type, format, priority, about }) => ({ name, type, format, priority, about }))).toEqual(
      [
        expect.objectContaining({ name: 'Name', type: 'string', format: 'name' }),
        {
          name: 'C',
          type: 'integer',
          format: 'int32',
          priority: 1,
          about: 'Custom resource definition column (in JSONPath format): .spec.c',
        },
        { name: 'D', type: 'string', format: undefined, priority: undefined, about: 'words' },
      ],
    );
  });

  it('is the age where the definition has none', () => {
    const [, age, ...others] = compileColumns([]);
    expect(others).toEqual([]);
    expect(age).toMatchObject({ name: 'Age', type: 'date', ages: true });
    expect(age?.cell({ metadata: { creationTimestamp: '2022-01-02T03:02:05Z' } }, { now })).toBe('2m');
  });

  it('is left out with those behind it where its path cannot be read', () => {
    const faults: string[] = [];
    const columns = compileColumns(
      [
        { name: 'A', type: 'string', jsonPath: '.a' },
        { name: 'B', type: 'string', jsonPath: '.b[' },
        { name: 'C', type: 'string', jsonPath: '.c' },
      ],
      (message) => faults.push(message),
    );
    expect(columns.map(({ name }) => name)).toEqual(['Name', 'A']);
    expect(faults).toEqual(['unrecognized column definition ".b[": unterminated array']);
  });

  it.each<[string, unknown, CellValue]>([
    ['string', 'a', 'a'],
    ['string', '', ''],
    ['string', 5, '5'],
    ['string', 9007199254740993n, '9007199254740993'],
    ['string', 0.00001, '1e-05'],
    ['string', new ExactNumber('1.0'), '1'],
    ['string', true, 'true'],
    ['string', null, '<no value>'],
    ['string', undefined, null],
    ['string', { a: ['<b>', null] }, '{"a":["\\u003cb\\u003e",null]}'],
    ['integer', 5, 5],
    ['integer', 9007199254740993n, 9007199254740993n],
    ['integer', 5.9, 5],
    ['integer', new ExactNumber('1e3'), 1000],
    ['integer', new ExactNumber(`1${'0'.repeat(400)}`), null],
    ['integer', '5', null],
    ['integer', null, null],
    ['number', 5, 5],
    ['number', 0.5, 0.5],
    ['number', new ExactNumber('1e400'), null],
    ['number', '5', null],
    ['boolean', false, false],
    ['boolean', 'true', null],
    ['date', '2022-01-02T03:03:05Z', '60s'],
    ['date', '2022-01-02T05:03:05.5+02:00', '59s'],
    ['date', '', '<unknown>'],
    ['date', '2022-01-02', '<invalid>'],
    ['date', 5, null],
  ])('of type %s prints %j as %j', (type, value, expected) => {
    expect(cell(type, value)).toEqual(expected);
  });
});
