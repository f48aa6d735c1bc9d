import { describe, expect, it } from '@jest/globals';

import { roundToMilli } from './resource-list.defaults.ts';

describe('an amount of a resource', () => {
  it.each([
    ['1', '1'],
    ['100m', '100m'],
    ['1Gi', '1Gi'],
    ['1n', '1m'],
    ['1000001n', '2m'],
    ['1500u', '2m'],
    ['-1500u', '-2m'],
    ['1500e-6', '2e-3'],
    ['1e-3', '1e-3'],
  ])('of %s is kept as %s', (amount, kept) => {
    const list = { cpu: amount, constructor: amount };
    roundToMilli(list);
    expect(list).toEqual({ cpu: kept, constructor: kept });
  });

  it('may be called anything', () => {
    const list = JSON.parse('{"__proto__":"1u"}') as Record<string, string>;
    roundToMilli(list);
    expect(Object.entries(list)).toEqual([['__proto__', '1m']]);
    expect(() => roundToMilli(undefined)).not.toThrow();
  });
});
