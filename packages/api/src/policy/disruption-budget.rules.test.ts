import { describe, expect, it } from '@jest/globals';

import { create } from '../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../testing/rule-table.ts';
import { podDisruptionBudgets } from './v1beta1/pod-disruption-budget.resource.ts';

const aMinimumBody = {
  metadata: { name: 'a' },
  spec: {
    minAvailable: '50%',
    selector: { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'k', operator: 'In', values: ['v'] }] },
  },
};

const aMinimumCases = `
  spec.minAvailable = "" ⇒ spec.minAvailable: Invalid value: "": a valid percent string must be a numeric string followed by an ending '%'
  spec.minAvailable = "101%" ⇒ spec.minAvailable: Invalid value: "101%": must not be greater than 100%
  spec.selector.matchLabels.a = ".." ⇒ spec.selector.matchLabels: Invalid value: "..": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.selector.matchExpressions[0].key ⇒ spec.selector.matchExpressions[0].key: Invalid value: "": name part must be non-empty ;; spec.selector.matchExpressions[0].key: Invalid value: "": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.selector.matchExpressions[0].key = ".." ⇒ spec.selector.matchExpressions[0].key: Invalid value: "..": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.selector.matchExpressions[0].key = "/x/../y" ⇒ spec.selector.matchExpressions[0].key: Invalid value: "/x/../y": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.selector.matchExpressions[0].operator ⇒ spec.selector.matchExpressions[0].operator: Invalid value: "": not a valid selector operator
  spec.selector.matchExpressions[0].operator = "Exists" ⇒ spec.selector.matchExpressions[0].values: Forbidden: may not be specified when \`operator\` is 'Exists' or 'DoesNotExist'
  spec.selector.matchExpressions[0].values ⇒ spec.selector.matchExpressions[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'
  spec.selector.matchExpressions[0].key = "x" ⇒ ok
  spec.selector.matchExpressions[0].operator = "In" ⇒ ok
  spec.selector.matchExpressions[0].values = ["v","v"] ⇒ ok
  spec.selector.matchExpressions[0].values[0] = "" ⇒ ok
`;

describe('a minimum', () => {
  it('is accepted', () => {
    expect(create(podDisruptionBudgets, aMinimumBody).issues).toEqual([]);
  });

  it.each(ruleCases(aMinimumCases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(podDisruptionBudgets, changeAt(aMinimumBody, ruleCase)))).toEqual(ruleCase.causes);
  });
});

const aMaximumBody = { metadata: { name: 'a' }, spec: { maxUnavailable: 1, selector: { matchLabels: { a: 'b' } } } };

const aMaximumCases = `
  spec.maxUnavailable = -1 ⇒ spec.maxUnavailable: Invalid value: -1: must be greater than or equal to 0
  spec.maxUnavailable = "x" ⇒ spec.maxUnavailable: Invalid value: "x": a valid percent string must be a numeric string followed by an ending '%'
  spec.maxUnavailable = "101%" ⇒ spec.maxUnavailable: Invalid value: "101%": must not be greater than 100%
  spec.selector.matchLabels.a = ".." ⇒ spec.selector.matchLabels: Invalid value: "..": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.maxUnavailable = -1 ⇒ spec.maxUnavailable: Invalid value: -1: must be greater than or equal to 0
  spec.maxUnavailable = "100%" ⇒ ok
`;

describe('a maximum', () => {
  it('is accepted', () => {
    expect(create(podDisruptionBudgets, aMaximumBody).issues).toEqual([]);
  });

  it.each(ruleCases(aMaximumCases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(podDisruptionBudgets, changeAt(aMaximumBody, ruleCase)))).toEqual(ruleCase.causes);
  });
});
