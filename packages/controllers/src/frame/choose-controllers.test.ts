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

test('a word that names no controller is found, with its dash', () => {
  expect(findUnknownController(known, ['*', '-b'])).toBeUndefined();
  expect(findUnknownController(known, ['*', '-d'])).toBe('-d');
});
