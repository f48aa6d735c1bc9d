import { describe, expect, it } from '@jest/globals';
import type { Release } from '@keelson/schema';

import { elementRows } from '../element-rows.ts';
import { releaseCalendar } from '../release-calendar.ts';
import { removedGates } from '../../feature-gates/known-gates.ts';
import { checkElements } from './check-elements.ts';

const gates = [...removedGates].map(([name, { stage, since, removed }]) => ({
  name,
  rule: stage === 'GA' ? ('8 beta gate to GA' as const) : ('8 alpha gate to its end' as const),
  announced: since,
  removed,
}));

const behaviours = elementRows.map(({ name, deprecated, removed }) => ({
  name,
  rule: '7 behaviour' as const,
  announced: deprecated,
  removed,
}));

describe('the laws of elements', () => {
  it('are kept by gates: each works for two releases and six months once it is GA [rule-8]', () => {
    expect(gates.length).toBeGreaterThan(30);
    expect(checkElements(gates, releaseCalendar)).toEqual([]);
  });

  it('are kept by behaviour, annotations and labels: each works for a year after it was deprecated [rule-7]', () => {
    expect(behaviours.length).toBeGreaterThan(8);
    expect(checkElements(behaviours, releaseCalendar)).toEqual([]);
  });

  it.each([
    { rule: '8 beta gate to GA', removed: '1.21', number: '8', first: '1.22' },
    { rule: '8 beta gate to its end', removed: '1.20', number: '8', first: '1.21' },
    { rule: '7 behaviour', removed: '1.22', number: '7', first: '1.23' },
    { rule: '9b stable metric', removed: '1.22', number: '9b', first: '1.23' },
    { rule: '5b GA flag of operators', removed: '1.21', number: '5b', first: '1.22' },
  ] as const)('are broken where $rule, announced in 1.20, goes in $removed', ({ rule, removed, number, first }) => {
    const announced = '1.20';
    const message = `${removed} removes it too early: its end was announced in ${announced}, and it works until ${first}`;
    const check = (end: Release) => checkElements([{ name: 'it', rule, announced, removed: end }], releaseCalendar);
    expect([check(removed), check(first)]).toEqual([[{ rule: number, message }], []]);
  });

  it('say nothing of what is there, or was never announced to go', () => {
    const still = { name: 'it', rule: '7 behaviour', announced: '1.20', removed: undefined } as const;
    const alpha = { name: 'it', rule: '8 alpha gate to its end', announced: '1.20', removed: '1.20' } as const;
    expect(checkElements([still, alpha], releaseCalendar)).toEqual([]);
  });
});
