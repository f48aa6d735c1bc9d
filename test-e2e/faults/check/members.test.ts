import { expect, it } from '@jest/globals';

import { compareApplied } from './members.ts';

const member = (url: string, appliedIndex: number, revision: number) => ({ url, appliedIndex, revision });

it('members that have applied less of the log may be at earlier revisions', () => {
  expect(compareApplied([member('a', 10, 8), member('b', 12, 9), member('c', 11, 9)])).toBeUndefined();
});

it('members that have applied the same are at one revision', () => {
  const found = compareApplied([member('a', 28_910, 14_393), member('b', 28_910, 9_620)]);
  expect(found).toBe('b has applied 28910 and is at 9620, a has applied 28910 and is at 14393');
});

it('a member that has applied more is at no earlier revision', () => {
  expect(compareApplied([member('a', 10, 8), member('b', 11, 7)])).toContain('b has applied 11');
});
