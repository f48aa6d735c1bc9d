import { describe, expect, it } from '@jest/globals';

import { causesOf, create, update } from '../../testing/admit.ts';
import { fillIn } from '../../testing/fill-in.ts';
import { printRow } from '../../testing/print-row.ts';
import { priorityClasses } from './priority-class.resource.ts';
import { PriorityClass } from './priority-class.ts';

const body = (name: string, value: number, others = {}) => ({ metadata: { name }, value, ...others });

describe('a priority class', () => {
  it('puts lower priorities to flight by default', () => {
    expect(fillIn(PriorityClass, {}).preemptionPolicy).toBe('PreemptLowerPriority');
    expect(fillIn(PriorityClass, { preemptionPolicy: 'Never' }).preemptionPolicy).toBe('Never');
  });

  it('shows its value', () => {
    expect(printRow(priorityClasses, { value: 7 })).toEqual({
      Name: 'a',
      Value: 7,
      'Global-Default': false,
      Age: '5m',
    });
  });

  it.each([
    [body('a', 1_000_000_000), []],
    [body('a', 1_000_000_001), ['value: Forbidden: maximum allowed value of a user defined priority is 1000000000']],
    [body('system-node-critical', 2_000_001_000), []],
    [
      body('system-node-critical', 1),
      [
        "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: value of system-node-critical PriorityClass must be 2000001000",
      ],
    ],
    [
      body('system-mine', 1),
      [
        "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: system-mine is not a known system priority class",
      ],
    ],
  ])('of %j causes %j', (given, causes) => {
    expect(causesOf(create(priorityClasses, given))).toEqual(causes);
  });

  it.each([
    ['', 'preemptionPolicy: Required value'],
    ['Other', 'preemptionPolicy: Unsupported value: "Other": supported values: "PreemptLowerPriority", "Never"'],
  ])('has a known policy, not %j', (preemptionPolicy, cause) => {
    expect(causesOf(create(priorityClasses, body('a', 1, { preemptionPolicy })))).toEqual([cause]);
  });

  it('stays in its first generation', () => {
    const { object } = create(priorityClasses, body('a', 1));
    expect(object.metadata.generation).toBe(1);
  });

  it('keeps value and policy', () => {
    const { object } = create(priorityClasses, body('a', 1));
    expect(update(priorityClasses, object, body('a', 1, { description: 'd' })).issues).toEqual([]);
    expect(causesOf(update(priorityClasses, object, body('a', 2, { preemptionPolicy: 'Never' })))).toEqual([
      'Value: Forbidden: may not be changed in an update.',
      'preemptionPolicy: Invalid value: "Never": field is immutable',
    ]);
  });
});
