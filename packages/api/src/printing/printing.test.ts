import { describe, expect, it } from '@jest/globals';

import { printAge } from './age.ts';
import { printContainerImages } from './containers.ts';
import { printDuration } from './duration.ts';
import { printLabels, printSelector } from './labels.ts';
import { none } from './none.ts';
import { printOptionalBool } from './yes-no.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

describe('durations', () => {
  it.each([
    [0, '0s'],
    [119 * second, '119s'],
    [2 * minute, '2m'],
    [9 * minute + 59 * second, '9m59s'],
    [10 * minute, '10m'],
    [179 * minute, '179m'],
    [3 * hour, '3h'],
    [7 * hour + 59 * minute, '7h59m'],
    [8 * hour, '8h'],
    [47 * hour, '47h'],
    [2 * day, '2d'],
    [7 * day + 23 * hour, '7d23h'],
    [8 * day, '8d'],
    [2 * year - hour, '729d'],
    [2 * year, '2y'],
    [3 * year + 41 * day, '3y41d'],
    [8 * year + day, '8y'],
    [-1 * second, '0s'],
    [-2 * second, '<invalid>'],
  ])('of %d ms read %s', (milliseconds, expected) => {
    expect(printDuration(milliseconds)).toBe(expected);
  });
});

describe('ages', () => {
  it('are counted from a time, if there is one', () => {
    const now = new Date('2022-01-02T03:04:05Z');
    expect(printAge('2022-01-02T03:04:00Z', now)).toBe('5s');
    expect(printAge(null, now)).toBe('<unknown>');
  });
});

describe('labels and selectors', () => {
  it('are sorted', () => {
    expect(printLabels({ b: '2', a: '1' })).toBe('a=1,b=2');
    expect(
      printSelector({ matchLabels: { b: '2' }, matchExpressions: [{ key: 'a', operator: 'In', values: ['x', 'y'] }] }),
    ).toBe('a in (x,y),b=2');
  });

  it('may be none, or wrong', () => {
    expect([printLabels(undefined), printSelector(undefined), printSelector({})]).toEqual([
      '<none>',
      '<none>',
      '<none>',
    ]);
    expect(printSelector({ matchExpressions: [{ key: 'a', operator: 'Near' }] })).toBe('<error>');
  });
});

describe('cells', () => {
  it('tell nothing from something', () => {
    expect([none(''), none(undefined), none('x')]).toEqual(['<none>', '<none>', 'x']);
    expect([printOptionalBool(true), printOptionalBool(false), printOptionalBool(undefined)]).toEqual([
      'True',
      'False',
      '<unset>',
    ]);
    expect(printContainerImages([{ image: 'a' }, {}])).toBe('a,');
  });
});
