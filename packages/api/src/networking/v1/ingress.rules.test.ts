import { describe, expect, it } from '@jest/globals';

import { create } from '../../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../../testing/rule-table.ts';
import { ingresses } from './ingress.resource.ts';

const anIngressBody = {
  metadata: { name: 'a' },
  spec: {
    ingressClassName: 'c',
    defaultBackend: { service: { name: 's', port: { number: 80 } } },
    tls: [{ hosts: ['a.b', '*.c.d'], secretName: 's' }],
    rules: [
      {
        host: 'a.b',
        http: {
          paths: [
            { path: '/x', pathType: 'Prefix', backend: { service: { name: 's', port: { name: 'p' } } } },
            {
              path: '/y',
              pathType: 'ImplementationSpecific',
              backend: { resource: { kind: 'K', name: 'n', apiGroup: 'g.h' } },
            },
          ],
        },
      },
    ],
  },
};

const anIngressCases = `
  spec ⇒ spec: Invalid value: []networking.IngressRule(nil): either \`defaultBackend\` or \`rules\` must be specified
  spec.ingressClassName = "" ⇒ spec.ingressClassName: Invalid value: "": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  spec.defaultBackend = {} ⇒ spec.defaultBackend: Invalid value: "": resource or service backend is required
  spec.defaultBackend.service = {} ⇒ spec.defaultBackend.service.name: Required value ;; spec.defaultBackend: Required value: port name or number is required
  spec.defaultBackend.service.name ⇒ spec.defaultBackend.service.name: Required value
  spec.defaultBackend.service.name = "A_B" ⇒ spec.defaultBackend.service.name: Invalid value: "A_B": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character
  spec.defaultBackend.service.port ⇒ spec.defaultBackend: Required value: port name or number is required
  spec.defaultBackend.service.port.number = -1 ⇒ spec.defaultBackend.service.port.number: Invalid value: -1: must be between 1 and 65535, inclusive
  spec.tls[0].hosts[0] = "" ⇒ spec.tls[0].hosts[0]: Invalid value: "": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  spec.tls[0].hosts[0] = "*" ⇒ spec.tls[0].hosts[0]: Invalid value: "*": a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character
  spec.tls[0].hosts[1] = "" ⇒ spec.tls[0].hosts[1]: Invalid value: "": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  spec.tls[0].hosts[1] = "*" ⇒ spec.tls[0].hosts[1]: Invalid value: "*": a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character
  spec.tls[0].secretName = "A_B" ⇒ spec.tls[0].secretName: Invalid value: "A_B": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  spec.rules[0].host = "A_B" ⇒ spec.rules[0].host: Invalid value: "A_B": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  spec.rules[0].host = "1.2.3.4" ⇒ spec.rules[0].host: Invalid value: "1.2.3.4": must be a DNS name, not an IP address
  spec.rules[0].host = "::1" ⇒ spec.rules[0].host: Invalid value: "::1": must be a DNS name, not an IP address ;; spec.rules[0].host: Invalid value: "::1": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  spec.rules[0].host = "*" ⇒ spec.rules[0].host: Invalid value: "*": a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character
  spec.rules[0].http = {} ⇒ spec.rules[0].http.paths: Required value
  spec.rules[0].http.paths[0] = {} ⇒ spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified
  spec.rules[0].http.paths[0].path ⇒ spec.rules[0].http.paths[0].path: Invalid value: "": must be an absolute path
  spec.rules[0].http.paths[0].path = "/x/../y" ⇒ spec.rules[0].http.paths[0].path: Invalid value: "/x/../y": must not contain '/../'
  spec.rules[0].http.paths[0].pathType = "" ⇒ spec.rules[0].http.paths[0].pathType: Unsupported value: "": supported values: "Exact", "ImplementationSpecific", "Prefix"
  spec.rules[0].http.paths[0].backend ⇒ spec.rules[0].http.paths[0].backend: Invalid value: "": resource or service backend is required
  spec.rules[0].http.paths[0].backend.service = {} ⇒ spec.rules[0].http.paths[0].backend.service.name: Required value ;; spec.rules[0].http.paths[0].backend: Required value: port name or number is required
  spec.rules[0].http.paths[0].backend.service.name ⇒ spec.rules[0].http.paths[0].backend.service.name: Required value
  spec.rules[0].http.paths[0].backend.service.name = "A_B" ⇒ spec.rules[0].http.paths[0].backend.service.name: Invalid value: "A_B": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character
  spec.rules[0].http.paths[0].backend.service.port ⇒ spec.rules[0].http.paths[0].backend: Required value: port name or number is required
  spec.rules[0].http.paths[0].backend.service.port.name = "A_B" ⇒ spec.rules[0].http.paths[0].backend.service.port.name: Invalid value: "A_B": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-) ;; spec.rules[0].http.paths[0].backend.service.port.name: Invalid value: "A_B": must contain at least one letter or number (a-z, 0-9)
  spec.rules[0].http.paths[0].backend.service.port.name = "a.b" ⇒ spec.rules[0].http.paths[0].backend.service.port.name: Invalid value: "a.b": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)
  spec.rules[0].http.paths[0].backend.service.port.name = "150" ⇒ spec.rules[0].http.paths[0].backend.service.port.name: Invalid value: "150": must contain at least one letter or number (a-z, 0-9)
  spec.rules[0].http.paths[0].backend.service.port.name = "a--b" ⇒ spec.rules[0].http.paths[0].backend.service.port.name: Invalid value: "a--b": must not contain consecutive hyphens
  spec.rules[0].http.paths[1] = {} ⇒ spec.rules[0].http.paths[1].pathType: Required value: pathType must be specified
  spec.rules[0].http.paths[1].path = "x" ⇒ spec.rules[0].http.paths[1].path: Invalid value: "x": must be an absolute path
  spec.rules[0].http.paths[1].pathType = "" ⇒ spec.rules[0].http.paths[1].pathType: Unsupported value: "": supported values: "Exact", "ImplementationSpecific", "Prefix"
  spec.rules[0].http.paths[1].backend ⇒ spec.rules[0].http.paths[1].backend: Invalid value: "": resource or service backend is required
  spec.rules[0].http.paths[1].backend.resource = {} ⇒ spec.rules[0].http.paths[1].backend.resource.kind: Required value: kind is required ;; spec.rules[0].http.paths[1].backend.resource.name: Required value: name is required
  spec.rules[0].http.paths[1].backend.resource.kind ⇒ spec.rules[0].http.paths[1].backend.resource.kind: Required value: kind is required
  spec.rules[0].http.paths[1].backend.resource.kind = ".." ⇒ spec.rules[0].http.paths[1].backend.resource.kind: Invalid value: "..": may not be '..'
  spec.rules[0].http.paths[1].backend.resource.kind = "/x/../y" ⇒ spec.rules[0].http.paths[1].backend.resource.kind: Invalid value: "/x/../y": may not contain '/'
  spec.rules[0].http.paths[1].backend.resource.kind = "5%" ⇒ spec.rules[0].http.paths[1].backend.resource.kind: Invalid value: "5%": may not contain '%'
  spec.rules[0].http.paths[1].backend.resource.name ⇒ spec.rules[0].http.paths[1].backend.resource.name: Required value: name is required
  spec.rules[0].http.paths[1].backend.resource.name = ".." ⇒ spec.rules[0].http.paths[1].backend.resource.name: Invalid value: "..": may not be '..'
  spec.rules[0].http.paths[1].backend.resource.name = "/x/../y" ⇒ spec.rules[0].http.paths[1].backend.resource.name: Invalid value: "/x/../y": may not contain '/'
  spec.rules[0].http.paths[1].backend.resource.name = "5%" ⇒ spec.rules[0].http.paths[1].backend.resource.name: Invalid value: "5%": may not contain '%'
  spec.rules[0].http.paths[1].backend.resource.apiGroup = "" ⇒ spec.rules[0].http.paths[1].backend.resource.apiGroup: Invalid value: "": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  spec.defaultBackend.service.name = "x" ⇒ ok
  spec.defaultBackend.service.port.number = 1 ⇒ ok
  spec.tls[0] = {} ⇒ ok
  spec.tls[0].hosts[0] = "x" ⇒ ok
  spec.tls[0].hosts[1] = "x" ⇒ ok
  spec.rules[0] = {} ⇒ ok
  spec.rules[0].http.paths = [{"path":"/x","pathType":"Prefix","backend":{"service":{"name":"s","port":{"name":"p"}}}},{"path":"/y","pathType":"ImplementationSpecific","backend":{"resource":{"kind":"K","name":"n","apiGroup":"g.h"}}},{"path":"/x","pathType":"Prefix","backend":{"service":{"name":"s","port":{"name":"p"}}}}] ⇒ ok
  spec.rules[0].http.paths[0].backend.service.name = "x" ⇒ ok
  metadata.annotations = {"kubernetes.io/ingress.class":"c"} ⇒ annotations.kubernetes.io/ingress.class: Invalid value: "c": can not be set when the class field is also set
  spec.rules[0].http.paths[0].path = "/a//b" ⇒ spec.rules[0].http.paths[0].path: Invalid value: "/a//b": must not contain '//'
  spec.rules[0].http.paths[0].path = "/a/." ⇒ spec.rules[0].http.paths[0].path: Invalid value: "/a/.": cannot end with '/.'
  spec.rules[0].http.paths[0].path = "/a%2Fb" ⇒ spec.rules[0].http.paths[0].path: Invalid value: "/a%2Fb": must not contain '%2F'
  spec.defaultBackend.resource = {"kind":"K","name":"n"} ⇒ spec.defaultBackend: Invalid value: "": cannot set both resource and service backends
  spec.defaultBackend = {} ⇒ spec.defaultBackend: Invalid value: "": resource or service backend is required
  spec.rules[0].host = "*.a.b" ⇒ ok
`;

describe('an ingress', () => {
  it('is accepted', () => {
    expect(create(ingresses, anIngressBody).issues).toEqual([]);
  });

  it.each(ruleCases(anIngressCases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(ingresses, changeAt(anIngressBody, ruleCase)))).toEqual(ruleCase.causes);
  });
});
