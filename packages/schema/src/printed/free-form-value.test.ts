import { describe, expect, it } from '@jest/globals';

import { ExactNumber } from '../formats/exact-number.ts';
import { freeFormValue } from './free-form-value.ts';

describe('a value of any content', () => {
  it.each<[unknown, string]>([
    [null, 'interface {}(nil)'],
    ['a"b', '"a\\"b"'],
    [true, 'true'],
    [9007199254740993n, '9007199254740993'],
    [new ExactNumber('1.0'), '1'],
    [1e21, '1e+21'],
    [[1, 1.5], '[]interface {}{1, 1.5}'],
    [
      { b: {}, a: [null] },
      'map[string]interface {}{"a":[]interface {}{interface {}(nil)}, "b":map[string]interface {}{}}',
    ],
  ])('prints %p as %s', (value, text) => {
    expect(freeFormValue(value).text).toBe(text);
  });

  it('is cut where nobody would read on', () => {
    expect(freeFormValue(Array(100_000).fill([])).text.length).toBeLessThan(20_000);
  });
});
