import { describe, expect, it } from '@jest/globals';

import { create } from '../../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../../testing/rule-table.ts';
import { ingressClasses } from './ingress-class.resource.ts';

const aClassBody = {
  metadata: { name: 'a' },
  spec: { controller: 'x.test/c', parameters: { kind: 'K', name: 'n', apiGroup: 'g.h' } },
};

const aClassCases = `
  spec ⇒ spec.controller: Required value
  spec.controller = "x" ⇒ spec.controller: Invalid value: "x": must be a domain-prefixed path (such as "acme.io/foo")
  spec.parameters = {} ⇒ spec.parameters.kind: Required value: kind is required ;; spec.parameters.name: Required value: name is required
  spec.parameters.kind ⇒ spec.parameters.kind: Required value: kind is required
  spec.parameters.kind = ".." ⇒ spec.parameters.kind: Invalid value: "..": may not be '..'
  spec.parameters.kind = "/x/../y" ⇒ spec.parameters.kind: Invalid value: "/x/../y": may not contain '/'
  spec.parameters.kind = "5%" ⇒ spec.parameters.kind: Invalid value: "5%": may not contain '%'
  spec.parameters.name ⇒ spec.parameters.name: Required value: name is required
  spec.parameters.name = ".." ⇒ spec.parameters.name: Invalid value: "..": may not be '..'
  spec.parameters.name = "/x/../y" ⇒ spec.parameters.name: Invalid value: "/x/../y": may not contain '/'
  spec.parameters.name = "5%" ⇒ spec.parameters.name: Invalid value: "5%": may not contain '%'
  spec.parameters.apiGroup = "" ⇒ spec.parameters.apiGroup: Invalid value: "": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  spec.controller = "a/b" ⇒ ok
  spec.parameters.kind = "x" ⇒ ok
  spec.parameters.name = "x" ⇒ ok
  spec.parameters.scope = "Namespace" ⇒ spec.parameters.namespace: Required value: \`parameters.scope\` is set to 'Namespace'
  spec.parameters.scope = "Other" ⇒ spec.parameters.scope: Unsupported value: "Other": supported values: "Cluster", "Namespace"
  spec.parameters.namespace = "n" ⇒ spec.parameters.namespace: Forbidden: \`parameters.scope\` is set to 'Cluster'
  spec.parameters = {"kind":"K","name":"n","scope":"Namespace","namespace":"n"} ⇒ ok
  spec.parameters = {"kind":"K","name":"n","scope":"Namespace","namespace":"N_"} ⇒ spec.parameters.namespace: Invalid value: "N_": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character
  spec.controller = "a b/c" ⇒ spec.controller: Invalid value: "a b": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  spec.controller = "a.b/c d" ⇒ spec.controller: Invalid value: "c d": Invalid path
`;

describe('a class', () => {
  it('is accepted', () => {
    expect(create(ingressClasses, aClassBody).issues).toEqual([]);
  });

  it.each(ruleCases(aClassCases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(ingressClasses, changeAt(aClassBody, ruleCase)))).toEqual(ruleCase.causes);
  });
});
