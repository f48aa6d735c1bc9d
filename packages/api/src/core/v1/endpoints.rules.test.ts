import { describe, expect, it } from '@jest/globals';

import { create } from '../../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../../testing/rule-table.ts';
import { endpoints } from './endpoints.resource.ts';

const endpointsBody = {
  metadata: { name: 'a' },
  subsets: [
    {
      addresses: [{ ip: '1.2.3.4', hostname: 'h', nodeName: 'n', targetRef: { kind: 'Pod', name: 'p' } }],
      notReadyAddresses: [{ ip: '1.2.3.5' }],
      ports: [
        { name: 'a', port: 80, protocol: 'TCP', appProtocol: 'http' },
        { name: 'b', port: 81 },
      ],
    },
  ],
};

const endpointsCases = `
  subsets[0] = {} ⇒ subsets[0]: Required value: must specify \`addresses\` or \`notReadyAddresses\`
  subsets[0].addresses[0] = {} ⇒ subsets[0].addresses[0].ip: Invalid value: "": must be a valid IP address ;; subsets[0].addresses[0].ip: Invalid value: "": must be a valid IP address
  subsets[0].addresses[0].ip = "::1" ⇒ subsets[0].addresses[0].ip: Invalid value: "::1": may not be in the loopback range (127.0.0.0/8, ::1/128)
  subsets[0].addresses[0].hostname = "A_B" ⇒ subsets[0].addresses[0].hostname: Invalid value: "A_B": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character
  subsets[0].addresses[0].nodeName = "" ⇒ subsets[0].addresses[0].nodeName: Invalid value: "": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  subsets[0].notReadyAddresses[0] = {} ⇒ subsets[0].notReadyAddresses[0].ip: Invalid value: "": must be a valid IP address ;; subsets[0].notReadyAddresses[0].ip: Invalid value: "": must be a valid IP address
  subsets[0].notReadyAddresses[0].ip = "::1" ⇒ subsets[0].notReadyAddresses[0].ip: Invalid value: "::1": may not be in the loopback range (127.0.0.0/8, ::1/128)
  subsets[0].ports[0] = {} ⇒ subsets[0].ports[0].name: Required value ;; subsets[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive
  subsets[0].ports[0].name ⇒ subsets[0].ports[0].name: Required value
  subsets[0].ports[0].name = "A_B" ⇒ subsets[0].ports[0].name: Invalid value: "A_B": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character
  subsets[0].ports[0].port ⇒ subsets[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive
  subsets[0].ports[0].protocol = "x" ⇒ subsets[0].ports[0].protocol: Unsupported value: "x": supported values: "SCTP", "TCP", "UDP"
  subsets[0].ports[0].appProtocol = "" ⇒ subsets[0].ports[0].appProtocol: Invalid value: "": name part must be non-empty ;; subsets[0].ports[0].appProtocol: Invalid value: "": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  subsets[0].ports[0].appProtocol = ".." ⇒ subsets[0].ports[0].appProtocol: Invalid value: "..": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  subsets[0].ports[0].appProtocol = "/x/../y" ⇒ subsets[0].ports[0].appProtocol: Invalid value: "/x/../y": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  subsets[0].ports[1] = {} ⇒ subsets[0].ports[1].name: Required value ;; subsets[0].ports[1].port: Invalid value: 0: must be between 1 and 65535, inclusive
  subsets[0].ports[1].name ⇒ subsets[0].ports[1].name: Required value
  subsets[0].ports[1].name = "A_B" ⇒ subsets[0].ports[1].name: Invalid value: "A_B": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character
  subsets[0].ports[1].port ⇒ subsets[0].ports[1].port: Invalid value: 0: must be between 1 and 65535, inclusive
  subsets[0].addresses[0].ip = "1.2.3.4" ⇒ ok
  subsets[0].notReadyAddresses[0].ip = "1.2.3.4" ⇒ ok
  subsets[0].ports[0].name = "x" ⇒ ok
  subsets[0].ports[0].port = 1 ⇒ ok
  subsets[0].ports[1].name = "x" ⇒ ok
  subsets[0].ports[1].port = 1 ⇒ ok
  subsets[0].addresses[0].ip = "224.0.0.1" ⇒ subsets[0].addresses[0].ip: Invalid value: "224.0.0.1": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)
  subsets[0].addresses[0].ip = "169.254.1.1" ⇒ subsets[0].addresses[0].ip: Invalid value: "169.254.1.1": may not be in the link-local range (169.254.0.0/16, fe80::/10)
  subsets[0].addresses[0].ip = "0.0.0.0" ⇒ subsets[0].addresses[0].ip: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)
  subsets[0].addresses[0].ip = "fe80::1" ⇒ subsets[0].addresses[0].ip: Invalid value: "fe80::1": may not be in the link-local range (169.254.0.0/16, fe80::/10)
  subsets[0].addresses[0].ip = "ff02::1" ⇒ subsets[0].addresses[0].ip: Invalid value: "ff02::1": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)
  subsets[0].addresses[0].ip = "::" ⇒ subsets[0].addresses[0].ip: Invalid value: "::": may not be unspecified (::)
  subsets[0].addresses[0].ip = "2001:db8::1" ⇒ ok
`;

describe('endpoints', () => {
  it('is accepted', () => {
    expect(create(endpoints, endpointsBody).issues).toEqual([]);
  });

  it.each(ruleCases(endpointsCases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(endpoints, changeAt(endpointsBody, ruleCase)))).toEqual(ruleCase.causes);
  });
});
