import { expect, it } from '@jest/globals';
import type { APIService } from '@keelson/api';

import { passed, withVerdict, type Verdict } from './verdict.ts';

const spec = { groupPriorityMinimum: 1, versionPriority: 1 };
const service = (conditions: object[]) => ({ metadata: {}, spec, status: { conditions } }) as unknown as APIService;
const other = { type: 'Other', status: 'True', lastTransitionTime: null };
const refused: Verdict = { status: 'False', reason: 'R', message: 'm' };

it('the condition is added behind the others', () => {
  expect(withVerdict(service([other]), refused, 'now')).toEqual([
    other,
    { type: 'Available', lastTransitionTime: 'now', ...refused },
  ]);
});

it('the condition changes in its place, and its time with its status alone', () => {
  const known = { type: 'Available', lastTransitionTime: 'then', ...refused };
  const again: Verdict = { ...refused, message: 'other' };
  expect(withVerdict(service([known, other]), again, 'now')).toEqual([{ ...known, message: 'other' }, other]);
  expect(withVerdict(service([known, other]), passed, 'now')).toEqual([
    { type: 'Available', lastTransitionTime: 'now', ...passed },
    other,
  ]);
  expect(withVerdict(service([known]), refused, 'now')).toBeUndefined();
});
