import { expect, test } from '@jest/globals';

import { boundLabel } from './bound-label.ts';

test('the first values keep their names, later ones are counted together', () => {
  const labelOf = boundLabel(2);
  expect(['a', 'b', 'a', 'c', 'b', 'd'].map(labelOf)).toEqual(['a', 'b', 'a', 'other', 'b', 'other']);
});
