import { describe, expect, it } from '@jest/globals';

import {
  addAmounts,
  areSameAmounts,
  fromAmounts,
  maxAmounts,
  noAmounts,
  positiveAmounts,
  subtractAmounts,
  toAmounts,
  type Amounts,
} from './amounts.ts';

const of = (record: Record<string, string>): Amounts => toAmounts(record);

describe('amounts', () => {
  it('add by name, and keep the notation of the first that is not zero', () => {
    const sum = addAmounts(of({ cpu: '600m', memory: '1Gi', pods: '0' }), of({ cpu: '400m', memory: '512Mi', a: '1' }));
    expect(fromAmounts(sum)).toEqual({ cpu: '1', memory: '1536Mi', pods: '0', a: '1' });
  });

  it('subtract below zero, of the names of both', () => {
    const difference = subtractAmounts(of({ cpu: '1', pods: '2' }), of({ cpu: '1500m', memory: '1Ki' }));
    expect(fromAmounts(difference)).toEqual({ cpu: '-500m', pods: '2', memory: '-1Ki' });
    expect(fromAmounts(positiveAmounts(difference))).toEqual({ pods: '2' });
  });

  it('have the greater one of each name', () => {
    expect(fromAmounts(maxAmounts(of({ cpu: '1', pods: '2' }), of({ cpu: '1500m', memory: '1Ki' })))).toEqual({
      cpu: '1500m',
      pods: '2',
      memory: '1Ki',
    });
  });

  it('are the same whatever their notation, of the same names alone', () => {
    expect(areSameAmounts(of({ memory: '1Ki' }), of({ memory: '1024' }))).toBe(true);
    expect(areSameAmounts(of({ memory: '1Ki' }), of({ memory: '1025' }))).toBe(false);
    expect(areSameAmounts(of({ memory: '1' }), of({ cpu: '1' }))).toBe(false);
    expect(areSameAmounts(of({ memory: '1' }), noAmounts)).toBe(false);
  });
});
