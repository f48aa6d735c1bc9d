import { expect, test } from '@jest/globals';

import { withCondition, type Condition, type ConditionState } from './conditions.ts';

const state: ConditionState = { type: 'Terminating', status: 'True', reason: 'A', message: 'a' };

test('a condition keeps its time while its status is the same', () => {
  const first = withCondition([], state, 't1');
  expect(first).toEqual([{ ...state, lastTransitionTime: 't1' }]);
  expect(withCondition(first, { ...state }, 't2')).toBe(first);
  expect(withCondition(first, { ...state, reason: 'B' }, 't2')).toEqual([
    { ...state, reason: 'B', lastTransitionTime: 't1' },
  ]);
  expect(withCondition(first, { ...state, status: 'False' }, 't2')).toEqual([
    { ...state, status: 'False', lastTransitionTime: 't2' },
  ]);
  const other = { type: 'Established', status: 'True' } as Condition;
  expect(withCondition([other, ...first], { ...state, status: 'False' }, 't2').map(({ type }) => type)).toEqual([
    'Established',
    'Terminating',
  ]);
});
