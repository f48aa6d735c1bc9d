import { describe, expect, it } from '@jest/globals';

import { fillIn } from '../../testing/fill-in.ts';
import { printRow } from '../../testing/print-row.ts';
import { limitRanges } from './limit-range.resource.ts';
import { LimitRange } from './limit-range.ts';

function itemOf(item: object) {
  return fillIn(LimitRange, { spec: { limits: [item] } }).spec.limits?.[0];
}

describe('the bounds of containers', () => {
  it('give the default limit and request', () => {
    expect(itemOf({ type: 'Container', max: { cpu: '2' }, min: { memory: '1u' } })).toEqual({
      type: 'Container',
      max: { cpu: '2' },
      min: { memory: '1m' },
      default: { cpu: '2' },
      defaultRequest: { cpu: '2', memory: '1m' },
    });
  });

  it('leave the defaults that were given', () => {
    const item = { type: 'Container', max: { cpu: '2' }, min: { cpu: '500m' }, default: { cpu: '1' } };
    expect(itemOf(item)).toEqual({ ...item, defaultRequest: { cpu: '1' } });
    const complete = { ...item, defaultRequest: { cpu: '600m' } };
    expect(itemOf(complete)).toEqual(complete);
  });
});

describe('a limit range', () => {
  it('has no defaults for other types', () => {
    expect(itemOf({ type: 'Pod', max: { cpu: '2' } })).toEqual({ type: 'Pod', max: { cpu: '2' } });
    expect(itemOf({ type: 'Container' })).toEqual({ type: 'Container' });
  });

  it('shows its name and when it was made', () => {
    expect(printRow(limitRanges, {})).toEqual({ Name: 'a', 'Created At': '2022-01-02T03:04:05Z' });
  });
});
