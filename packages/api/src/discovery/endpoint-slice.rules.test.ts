import { describe, expect, it } from '@jest/globals';

import { create } from '../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../testing/rule-table.ts';
import { endpointSlices } from './v1/endpoint-slice.resource.ts';

const aSliceOfIPv4Body = {
  metadata: { name: 'a' },
  addressType: 'IPv4',
  endpoints: [{ addresses: ['1.2.3.4'], hostname: 'h', nodeName: 'n', conditions: { ready: true } }],
  ports: [
    { name: 'p', port: 80, protocol: 'TCP', appProtocol: 'http' },
    { name: 'q', port: 81 },
  ],
};

const aSliceOfIPv4Cases = `
  addressType ⇒ addressType: Required value
  addressType = "x" ⇒ addressType: Unsupported value: "x": supported values: "FQDN", "IPv4", "IPv6"
  endpoints[0] = {} ⇒ endpoints[0].addresses: Required value: must contain at least 1 address
  endpoints[0].addresses[0] = "" ⇒ endpoints[0].addresses[0]: Invalid value: "": must be a valid IPv4 address ;; endpoints[0].addresses[0]: Invalid value: "": must be a valid IP address
  endpoints[0].addresses[0] = "0.0.0.0" ⇒ endpoints[0].addresses[0]: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)
  endpoints[0].addresses[0] = "127.0.0.2" ⇒ endpoints[0].addresses[0]: Invalid value: "127.0.0.2": may not be in the loopback range (127.0.0.0/8, ::1/128)
  endpoints[0].addresses[0] = "169.254.169.254" ⇒ endpoints[0].addresses[0]: Invalid value: "169.254.169.254": may not be in the link-local range (169.254.0.0/16, fe80::/10)
  endpoints[0].addresses[0] = "224.0.0.1" ⇒ endpoints[0].addresses[0]: Invalid value: "224.0.0.1": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)
  endpoints[0].addresses[0] = "::1" ⇒ endpoints[0].addresses[0]: Invalid value: "::1": must be a valid IPv4 address ;; endpoints[0].addresses[0]: Invalid value: "::1": may not be in the loopback range (127.0.0.0/8, ::1/128)
  endpoints[0].hostname = "" ⇒ endpoints[0].hostname: Invalid value: "": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character
  ports = [{"name":"p","port":80,"protocol":"TCP","appProtocol":"http"},{"name":"q","port":81},{"name":"p","port":80,"protocol":"TCP","appProtocol":"http"}] ⇒ ports[2].name: Duplicate value: "p"
  ports[0].name = "A_B" ⇒ ports[0].name: Invalid value: "A_B": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character
  ports[0].protocol = "" ⇒ ports[0].protocol: Unsupported value: "": supported values: "SCTP", "TCP", "UDP"
  ports[0].appProtocol = "" ⇒ ports[0].appProtocol: Invalid value: "": name part must be non-empty ;; ports[0].appProtocol: Invalid value: "": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  ports[0].appProtocol = ".." ⇒ ports[0].appProtocol: Invalid value: "..": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  ports[0].appProtocol = "/x/../y" ⇒ ports[0].appProtocol: Invalid value: "/x/../y": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  ports[1].name = "A_B" ⇒ ports[1].name: Invalid value: "A_B": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character
  endpoints[0].addresses = ["1.2.3.4","1.2.3.4"] ⇒ ok
  endpoints[0].addresses[0] = "1.2.3.4" ⇒ ok
  endpoints[0].conditions.ready = false ⇒ ok
  ports[0] = {} ⇒ ok
  ports[1] = {} ⇒ ok
  endpoints[0].nodeName = "A_B" ⇒ endpoints[0].nodeName: Invalid value: "A_B": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  endpoints[0].nodeName = "n.example" ⇒ ok
  endpoints[0].deprecatedTopology = {"a b":"c d"} ⇒ endpoints[0].deprecatedTopology: Invalid value: "a b": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character ;; endpoints[0].deprecatedTopology: Invalid value: "c d": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  endpoints[0].hints = {"forZones":[{"name":"z"},{"name":"z"}]} ⇒ endpoints[0].hints.forZones[1].name: Duplicate value: "z"
  endpoints[0].hints = {"forZones":[{"name":"a b"}]} ⇒ endpoints[0].hints.forZones[0].name: Invalid value: "a b": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  endpoints[0].hints = {"forZones":[{"name":"a"},{"name":"b"}]} ⇒ ok
`;

describe('a slice of IPv4', () => {
  it('is accepted', () => {
    expect(create(endpointSlices, aSliceOfIPv4Body).issues).toEqual([]);
  });

  it.each(ruleCases(aSliceOfIPv4Cases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(endpointSlices, changeAt(aSliceOfIPv4Body, ruleCase)))).toEqual(ruleCase.causes);
  });
});

const aSliceOfIPv6Body = {
  metadata: { name: 'a' },
  addressType: 'IPv6',
  endpoints: [{ addresses: ['2001:db8::1'] }],
  ports: [{ port: 80 }],
};

const aSliceOfIPv6Cases = `
  addressType ⇒ addressType: Required value
  addressType = "x" ⇒ addressType: Unsupported value: "x": supported values: "FQDN", "IPv4", "IPv6"
  endpoints[0] = {} ⇒ endpoints[0].addresses: Required value: must contain at least 1 address
  endpoints[0].addresses = ["2001:db8::1","2001:db8::1"] ⇒ ok
  endpoints[0].addresses[0] = "::1" ⇒ endpoints[0].addresses[0]: Invalid value: "::1": may not be in the loopback range (127.0.0.0/8, ::1/128)
  endpoints[0].addresses[0] = "::" ⇒ endpoints[0].addresses[0]: Invalid value: "::": may not be unspecified (::)
  endpoints[0].addresses[0] = "fe80::1" ⇒ endpoints[0].addresses[0]: Invalid value: "fe80::1": may not be in the link-local range (169.254.0.0/16, fe80::/10)
  endpoints[0].addresses[0] = "ff02::1" ⇒ endpoints[0].addresses[0]: Invalid value: "ff02::1": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)
  ports[0] = {} ⇒ ok
  endpoints[0].addresses = ["1.2.3.4"] ⇒ endpoints[0].addresses[0]: Invalid value: "1.2.3.4": must be a valid IPv6 address
  endpoints[0].addresses = ["::ffff:1.2.3.4"] ⇒ endpoints[0].addresses[0]: Invalid value: "::ffff:1.2.3.4": must be a valid IPv6 address
`;

describe('a slice of IPv6', () => {
  it('is accepted', () => {
    expect(create(endpointSlices, aSliceOfIPv6Body).issues).toEqual([]);
  });

  it.each(ruleCases(aSliceOfIPv6Cases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(endpointSlices, changeAt(aSliceOfIPv6Body, ruleCase)))).toEqual(ruleCase.causes);
  });
});

const aSliceOfNamesBody = {
  metadata: { name: 'a' },
  addressType: 'FQDN',
  endpoints: [{ addresses: ['a.example.com'] }],
  ports: [{ port: 80 }],
};

const aSliceOfNamesCases = `
  addressType ⇒ addressType: Required value
  addressType = "x" ⇒ addressType: Unsupported value: "x": supported values: "FQDN", "IPv4", "IPv6"
  endpoints[0] = {} ⇒ endpoints[0].addresses: Required value: must contain at least 1 address
  endpoints[0].addresses = ["a.example.com","a.example.com"] ⇒ ok
  endpoints[0].addresses[0] = "a.b" ⇒ ok
  ports[0] = {} ⇒ ok
  endpoints[0].addresses = ["A.b"] ⇒ endpoints[0].addresses[0]: Invalid value: "A.b": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  endpoints[0].addresses = ["a"] ⇒ endpoints[0].addresses[0]: Invalid value: "a": should be a domain with at least two segments separated by dots
  endpoints[0].addresses = ["a.b."] ⇒ ok
  endpoints[0].addresses = [""] ⇒ endpoints[0].addresses[0]: Required value
`;

describe('a slice of names', () => {
  it('is accepted', () => {
    expect(create(endpointSlices, aSliceOfNamesBody).issues).toEqual([]);
  });

  it.each(ruleCases(aSliceOfNamesCases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(endpointSlices, changeAt(aSliceOfNamesBody, ruleCase)))).toEqual(ruleCase.causes);
  });
});
