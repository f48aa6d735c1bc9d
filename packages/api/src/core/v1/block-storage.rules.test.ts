import { describe, expect, it } from '@jest/globals';
import { acceptableGrowth, growthOf } from '@keelson/schema/testing';

import { isIqn } from './block-storage.rules.ts';

describe('the name of an iSCSI initiator', () => {
  it.each([
    ['iqn.2001-04.com.example:disk', true],
    ['iqn.2001-04.com.example', false],
    ['eui.0123456789abcdef', true],
    ['naa.0123456789abcdef0123456789abcdef', true],
    ['disk', false],
  ])('%s is one: %s', (name, expected) => {
    expect(isIqn(name)).toBe(expected);
  });

  it('is looked at once, however often it begins anew', () => {
    const start = 'iqn.2001-04.';
    const textOf = (size: number) => `${start.repeat(size / start.length)}!`;
    expect(growthOf(textOf, isIqn, 120_000)).toBeLessThan(acceptableGrowth);
  });
});
