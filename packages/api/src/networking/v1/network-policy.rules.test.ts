import { describe, expect, it } from '@jest/globals';

import { create } from '../../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../../testing/rule-table.ts';
import { networkPolicies } from './network-policy.resource.ts';

const aPolicyBody = {
  metadata: { name: 'a' },
  spec: {
    podSelector: { matchLabels: { a: 'b' } },
    ingress: [
      {
        ports: [{ protocol: 'TCP', port: 80 }, { port: 'http' }],
        from: [
          { podSelector: { matchLabels: { a: 'b' } }, namespaceSelector: {} },
          { ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } },
        ],
      },
    ],
    egress: [{ ports: [{ port: 1 }], to: [{ podSelector: {} }] }],
    policyTypes: ['Ingress', 'Egress'],
  },
};

const aPolicyCases = `
  spec.podSelector.matchLabels.a = ".." ⇒ spec.podSelector.matchLabels: Invalid value: "..": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.ingress[0].ports[0].protocol = "" ⇒ spec.ingress[0].ports[0].protocol: Unsupported value: "": supported values: "TCP", "UDP", "SCTP"
  spec.ingress[0].ports[0].port = -1 ⇒ spec.ingress[0].ports[0].port: Invalid value: -1: must be between 1 and 65535, inclusive
  spec.ingress[0].ports[0].port = "101%" ⇒ spec.ingress[0].ports[0].port: Invalid value: "101%": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-) ;; spec.ingress[0].ports[0].port: Invalid value: "101%": must contain at least one letter or number (a-z, 0-9)
  spec.ingress[0].ports[1].port = "" ⇒ spec.ingress[0].ports[1].port: Invalid value: "": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-) ;; spec.ingress[0].ports[1].port: Invalid value: "": must contain at least one letter or number (a-z, 0-9)
  spec.ingress[0].ports[1].port = "a.b" ⇒ spec.ingress[0].ports[1].port: Invalid value: "a.b": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)
  spec.ingress[0].ports[1].port = "150" ⇒ spec.ingress[0].ports[1].port: Invalid value: "150": must contain at least one letter or number (a-z, 0-9)
  spec.ingress[0].ports[1].port = "a--b" ⇒ spec.ingress[0].ports[1].port: Invalid value: "a--b": must not contain consecutive hyphens
  spec.ingress[0].from[0] = {} ⇒ spec.ingress[0].from[0]: Required value: must specify a peer
  spec.ingress[0].from[0].podSelector.matchLabels.a = ".." ⇒ spec.ingress[0].from[0].podSelector.matchLabels: Invalid value: "..": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.ingress[0].from[1] = {} ⇒ spec.ingress[0].from[1]: Required value: must specify a peer
  spec.ingress[0].from[1].ipBlock = {} ⇒ spec.ingress[0].from[1].ipBlock.cidr: Required value
  spec.ingress[0].from[1].ipBlock.cidr = "x" ⇒ spec.ingress[0].from[1].ipBlock.cidr: Invalid value: "x": not a valid CIDR
  spec.ingress[0].from[1].ipBlock.except[0] = "" ⇒ spec.ingress[0].from[1].ipBlock.except[0]: Invalid value: "": not a valid CIDR
  spec.ingress[0].from[1].ipBlock.except[0] = "10.0.0.0/8" ⇒ spec.ingress[0].from[1].ipBlock.except[0]: Invalid value: "10.0.0.0/8": must be a strict subset of \`cidr\`
  spec.egress[0].ports[0].port = -1 ⇒ spec.egress[0].ports[0].port: Invalid value: -1: must be between 1 and 65535, inclusive
  spec.egress[0].ports[0].port = "101%" ⇒ spec.egress[0].ports[0].port: Invalid value: "101%": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-) ;; spec.egress[0].ports[0].port: Invalid value: "101%": must contain at least one letter or number (a-z, 0-9)
  spec.egress[0].to[0] = {} ⇒ spec.egress[0].to[0]: Required value: must specify a peer
  spec.policyTypes = ["Ingress","Egress","Ingress"] ⇒ spec.policyTypes: Invalid value: []networking.PolicyType{"Ingress", "Egress", "Ingress"}: may not specify more than two policyTypes
  spec.policyTypes[0] = "" ⇒ spec.policyTypes[0]: Unsupported value: "": supported values: "Ingress", "Egress"
  spec.policyTypes[1] = "" ⇒ spec.policyTypes[1]: Unsupported value: "": supported values: "Ingress", "Egress"
  spec.ingress[0] = {} ⇒ ok
  spec.ingress[0].ports[0] = {} ⇒ ok
  spec.ingress[0].ports[1] = {} ⇒ ok
  spec.ingress[0].from[1].ipBlock.cidr = "10.0.0.0/8" ⇒ ok
  spec.egress[0] = {} ⇒ ok
  spec.egress[0].ports[0] = {} ⇒ ok
  spec.egress[0].to[0].podSelector = {} ⇒ ok
  spec.ingress[0].ports[0].endPort = 90 ⇒ ok
  spec.ingress[0].ports[0].endPort = 79 ⇒ spec.ingress[0].ports[0].endPort: Invalid value: 80: must be greater than or equal to \`port\`
  spec.ingress[0].ports[0].endPort = 65536 ⇒ spec.ingress[0].ports[0].endPort: Invalid value: 65536: must be between 1 and 65535, inclusive
  spec.ingress[0].ports[1].endPort = 90 ⇒ spec.ingress[0].ports[1].endPort: Invalid value: 90: may not be specified when \`port\` is non-numeric
  spec.egress[0].ports[0] = {"endPort":1} ⇒ spec.egress[0].ports[0].endPort: Invalid value: 1: may not be specified when \`port\` is not specified
  spec.ingress[0].from[1].ipBlock.except = ["10.0.0.0/8"] ⇒ spec.ingress[0].from[1].ipBlock.except[0]: Invalid value: "10.0.0.0/8": must be a strict subset of \`cidr\`
  spec.ingress[0].from[1].ipBlock.except = ["::/9"] ⇒ spec.ingress[0].from[1].ipBlock.except[0]: Invalid value: "::/9": must be a strict subset of \`cidr\`
  spec.ingress[0].from[1].ipBlock = {"cidr":"2001:db8::/32","except":["2001:db8:1::/48"]} ⇒ ok
`;

describe('a policy', () => {
  it('is accepted', () => {
    expect(create(networkPolicies, aPolicyBody).issues).toEqual([]);
  });

  it.each(ruleCases(aPolicyCases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(networkPolicies, changeAt(aPolicyBody, ruleCase)))).toEqual(ruleCase.causes);
  });
});
