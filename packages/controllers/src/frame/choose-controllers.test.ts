import { expect, test } from '@jest/globals';

import { chooseControllers, findUnknownController } from './choose-controllers.ts';

const known = ['a', 'b', 'c'];

test.each([
  [['*'], ['a', 'b', 'c']],
  [[], []],
  [
    ['*', '-b'],
    ['a', 'c'],
  ],
  [
    ['-b', '*'],
    ['a', 'c'],
  ],
  [['b'], ['b']],
  [['-b'], []],
  [['b', '-b'], ['b']],
  [
    ['-b', 'b', '*'],
    ['a', 'c'],
  ],
])('--controllers=%j runs %j', (words, chosen) => {
  expect(chooseControllers(known, words)).toEqual(chosen);
});

test('a controller that is off by default runs where it is named', () => {
  const off = new Set(['b']);
  expect(chooseControllers(known, ['*'], off)).toEqual(['a', 'c']);
  expect(chooseControllers(known, ['*', 'b'], off)).toEqual(known);
});

test('a word that names no controller is found, with its dash', () => {
  expect(findUnknownController(known, ['*', '-b'])).toBeUndefined();
  expect(findUnknownController(known, ['*', '-d'])).toBe('-d');
});
