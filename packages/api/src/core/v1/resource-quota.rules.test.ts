import { describe, expect, it } from '@jest/globals';

import { create } from '../../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../../testing/rule-table.ts';
import { resourceQuotas } from './resource-quota.resource.ts';

const aQuotaBody = {
  metadata: { name: 'a' },
  spec: {
    hard: { pods: '1', cpu: '2', 'requests.memory': '1Gi' },
    scopes: ['NotTerminating'],
    scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['a'] }] },
  },
};

const aQuotaCases = `
  spec.hard.pods = "-1" ⇒ spec.hard[pods]: Invalid value: "-1": must be greater than or equal to 0
  spec.hard.pods = "1.5" ⇒ spec.hard[pods]: Invalid value: "1500m": must be an integer
  spec.hard.cpu = "-1" ⇒ spec.hard[cpu]: Invalid value: "-1": must be greater than or equal to 0
  spec.hard[requests.memory] = "-1" ⇒ spec.hard[requests.memory]: Invalid value: "-1": must be greater than or equal to 0
  spec.scopes[0] = "" ⇒ spec.scopes: Invalid value: []core.ResourceQuotaScope{""}: unsupported scope
  spec.scopeSelector.matchExpressions[0] = {} ⇒ spec.scopeSelector.matchExpressions.scopeName: Invalid value: "": unsupported scope ;; spec.scopeSelector.matchExpressions.operator: Invalid value: "": not a valid selector operator
  spec.scopeSelector.matchExpressions[0].scopeName ⇒ spec.scopeSelector.matchExpressions.scopeName: Invalid value: "": unsupported scope
  spec.scopeSelector.matchExpressions[0].operator ⇒ spec.scopeSelector.matchExpressions.operator: Invalid value: "": not a valid selector operator
  spec.scopeSelector.matchExpressions[0].operator = "Exists" ⇒ spec.scopeSelector.matchExpressions.values: Invalid value: []string{"a"}: must be no value when \`operator\` is 'Exist' or 'DoesNotExist' for scope selector
  spec.scopeSelector.matchExpressions[0].values ⇒ spec.scopeSelector.matchExpressions.values: Required value: must be at least one value when \`operator\` is 'In' or 'NotIn' for scope selector
  spec.hard.pods = "0" ⇒ ok
  spec.hard.cpu = "0" ⇒ ok
  spec.hard[requests.memory] = "0" ⇒ ok
  spec.scopes[0] = "Terminating" ⇒ ok
  spec.scopeSelector.matchExpressions[0].operator = "In" ⇒ ok
  spec.scopeSelector.matchExpressions[0].values = ["a","a"] ⇒ ok
  spec.scopeSelector.matchExpressions[0].values[0] = "" ⇒ ok
  spec.scopeSelector.matchExpressions[0] = {"scopeName":"CrossNamespacePodAffinity","operator":"In","values":["a"]} ⇒ spec.scopeSelector.matchExpressions.operator: Invalid value: "In": must be 'Exist' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity
  spec.scopeSelector.matchExpressions[0] = {"scopeName":"CrossNamespacePodAffinity","operator":"Exists"} ⇒ ok
  spec.scopes = ["CrossNamespacePodAffinity"] ⇒ ok
  spec.scopes = ["BestEffort","NotBestEffort"] ⇒ spec.scopes: Invalid value: []core.ResourceQuotaScope{"BestEffort", "NotBestEffort"}: unsupported scope applied to resource ;; spec.scopes: Invalid value: []core.ResourceQuotaScope{"BestEffort", "NotBestEffort"}: unsupported scope applied to resource ;; spec.scopes: Invalid value: []core.ResourceQuotaScope{"BestEffort", "NotBestEffort"}: conflicting scopes
  spec.hard = {"pods":"9223372036854775"} ⇒ ok
  spec.hard = {"pods":"9223372036854776"} ⇒ spec.hard[pods]: Invalid value: "9223372036854776": must be an integer
  spec.hard = {"pods":"9223372036854775807"} ⇒ ok
  spec.hard = {"pods":"99999999999999999999"} ⇒ spec.hard[pods]: Invalid value: "99999999999999999999": must be an integer
  spec.hard = {"pods":"3Ei"} ⇒ spec.hard[pods]: Invalid value: "3Ei": must be an integer
  spec.hard = {"pods":"10E"} ⇒ ok
  spec.hard = {"services":"1.5"} ⇒ spec.hard[services]: Invalid value: "1500m": must be an integer ;; spec.scopes: Invalid value: []core.ResourceQuotaScope{"NotTerminating"}: unsupported scope applied to resource ;; spec.scopeSelector.matchExpressions: Invalid value: {"matchExpressions":[{"scopeName":"PriorityClass","operator":"In","values":["a"]}]}: unsupported scope applied to resource
  spec.hard = {"count/pods":"1"} ⇒ ok
`;

describe('a quota', () => {
  it('is accepted', () => {
    expect(create(resourceQuotas, aQuotaBody).issues).toEqual([]);
  });

  it.each(ruleCases(aQuotaCases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(resourceQuotas, changeAt(aQuotaBody, ruleCase)))).toEqual(ruleCase.causes);
  });
});
