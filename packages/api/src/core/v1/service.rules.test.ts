import { describe, expect, it } from '@jest/globals';

import { create } from '../../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../../testing/rule-table.ts';
import { services } from './service.resource.ts';

const aServiceOnAllNodesBody = {
  metadata: { name: 'a' },
  spec: {
    selector: { a: 'b' },
    ports: [
      { name: 'a', port: 80, targetPort: 8080, protocol: 'TCP', appProtocol: 'http' },
      { name: 'b', port: 81, targetPort: 'http', nodePort: 30080 },
    ],
    type: 'NodePort',
    sessionAffinity: 'ClientIP',
    sessionAffinityConfig: { clientIP: { timeoutSeconds: 10 } },
    externalIPs: ['1.2.3.4'],
    externalTrafficPolicy: 'Cluster',
  },
};

const aServiceOnAllNodesCases = `
  spec ⇒ spec.ports: Required value
  spec.selector.a = ".." ⇒ spec.selector: Invalid value: "..": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.ports = [{"name":"a","port":80,"targetPort":8080,"protocol":"TCP","appProtocol":"http"},{"name":"b","port":81,"targetPort":"http","nodePort":30080},{"name":"a","port":80,"targetPort":8080,"protocol":"TCP","appProtocol":"http"}] ⇒ spec.ports[2].name: Duplicate value: "a" ;; spec.ports[2]: Duplicate value: {"protocol":"TCP","port":80}
  spec.ports[0] = {} ⇒ spec.ports[0].name: Required value ;; spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive ;; spec.ports[0].targetPort: Invalid value: 0: must be between 1 and 65535, inclusive
  spec.ports[0].name ⇒ spec.ports[0].name: Required value
  spec.ports[0].name = "A_B" ⇒ spec.ports[0].name: Invalid value: "A_B": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character
  spec.ports[0].port ⇒ spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive
  spec.ports[0].targetPort = -1 ⇒ spec.ports[0].targetPort: Invalid value: -1: must be between 1 and 65535, inclusive
  spec.ports[0].targetPort = "101%" ⇒ spec.ports[0].targetPort: Invalid value: "101%": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-) ;; spec.ports[0].targetPort: Invalid value: "101%": must contain at least one letter or number (a-z, 0-9)
  spec.ports[0].protocol = "x" ⇒ spec.ports[0].protocol: Unsupported value: "x": supported values: "SCTP", "TCP", "UDP"
  spec.ports[0].appProtocol = "" ⇒ spec.ports[0].appProtocol: Invalid value: "": name part must be non-empty ;; spec.ports[0].appProtocol: Invalid value: "": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.ports[0].appProtocol = ".." ⇒ spec.ports[0].appProtocol: Invalid value: "..": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.ports[0].appProtocol = "/x/../y" ⇒ spec.ports[0].appProtocol: Invalid value: "/x/../y": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.ports[1] = {} ⇒ spec.ports[1].name: Required value ;; spec.ports[1].port: Invalid value: 0: must be between 1 and 65535, inclusive ;; spec.ports[1].targetPort: Invalid value: 0: must be between 1 and 65535, inclusive
  spec.ports[1].name ⇒ spec.ports[1].name: Required value
  spec.ports[1].name = "A_B" ⇒ spec.ports[1].name: Invalid value: "A_B": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character
  spec.ports[1].port ⇒ spec.ports[1].port: Invalid value: 0: must be between 1 and 65535, inclusive
  spec.ports[1].targetPort = "A_B" ⇒ spec.ports[1].targetPort: Invalid value: "A_B": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-) ;; spec.ports[1].targetPort: Invalid value: "A_B": must contain at least one letter or number (a-z, 0-9)
  spec.ports[1].targetPort = "a.b" ⇒ spec.ports[1].targetPort: Invalid value: "a.b": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)
  spec.ports[1].targetPort = "150" ⇒ spec.ports[1].targetPort: Invalid value: "150": must contain at least one letter or number (a-z, 0-9)
  spec.ports[1].targetPort = "a--b" ⇒ spec.ports[1].targetPort: Invalid value: "a--b": must not contain consecutive hyphens
  spec.type ⇒ spec.ports[1].nodePort: Forbidden: may not be used when \`type\` is 'ClusterIP'
  spec.type = "x" ⇒ spec.type: Unsupported value: "x": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"
  spec.type = "ExternalName" ⇒ spec.externalName: Required value
  spec.sessionAffinity = "x" ⇒ spec.sessionAffinity: Unsupported value: "x": supported values: "ClientIP", "None"
  spec.sessionAffinityConfig.clientIP.timeoutSeconds = -1 ⇒ spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: -1: must be greater than 0 and less than 86400
  spec.externalIPs[0] = "" ⇒ spec.externalIPs[0]: Invalid value: "": must be a valid IP address
  spec.externalIPs[0] = "::1" ⇒ spec.externalIPs[0]: Invalid value: "::1": may not be in the loopback range (127.0.0.0/8, ::1/128)
  spec.externalTrafficPolicy = "x" ⇒ spec.externalTrafficPolicy: Invalid value: "x": ExternalTrafficPolicy must be empty, Cluster or Local
  spec.ports[0].name = "x" ⇒ ok
  spec.ports[0].port = 1 ⇒ ok
  spec.ports[1].name = "x" ⇒ ok
  spec.ports[1].port = 1 ⇒ ok
  spec.type = "LoadBalancer" ⇒ ok
  spec.externalIPs[0] = "1.2.3.4" ⇒ ok
  spec.allocateLoadBalancerNodePorts = true ⇒ spec.allocateLoadBalancerNodePorts: Forbidden: may only be used when \`type\` is 'LoadBalancer'
  spec.loadBalancerClass = "a.b/c" ⇒ spec.loadBalancerClass: Forbidden: may only be used when \`type\` is 'LoadBalancer'
  spec.healthCheckNodePort = 1 ⇒ spec.healthCheckNodePort: Invalid value: 1: HealthCheckNodePort can only be set on LoadBalancer service with ExternalTrafficPolicy=Local
  spec.internalTrafficPolicy = "Other" ⇒ spec.internalTrafficPolicy: Unsupported value: "Other": supported values: "Cluster", "Local"
`;

describe('a service on all nodes', () => {
  it('is accepted', () => {
    expect(create(services, aServiceOnAllNodesBody).issues).toEqual([]);
  });

  it.each(ruleCases(aServiceOnAllNodesCases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(services, changeAt(aServiceOnAllNodesBody, ruleCase)))).toEqual(ruleCase.causes);
  });
});

const aLoadBalancerBody = {
  metadata: { name: 'a' },
  spec: {
    ports: [{ port: 80 }],
    type: 'LoadBalancer',
    loadBalancerSourceRanges: ['10.0.0.0/8'],
    externalTrafficPolicy: 'Local',
    loadBalancerIP: '1.2.3.4',
  },
};

const aLoadBalancerCases = `
  spec ⇒ spec.ports: Required value
  spec.ports = [{"port":80},{"port":80}] ⇒ spec.ports[0].name: Required value ;; spec.ports[1].name: Required value ;; spec.ports[1]: Duplicate value: {"protocol":"TCP","port":80}
  spec.ports[0] = {} ⇒ spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive ;; spec.ports[0].targetPort: Invalid value: 0: must be between 1 and 65535, inclusive
  spec.type ⇒ spec.LoadBalancerSourceRanges: Forbidden: may only be used when \`type\` is 'LoadBalancer'
  spec.type = "x" ⇒ spec.type: Unsupported value: "x": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort" ;; spec.LoadBalancerSourceRanges: Forbidden: may only be used when \`type\` is 'LoadBalancer'
  spec.type = "ExternalName" ⇒ spec.externalName: Required value ;; spec.LoadBalancerSourceRanges: Forbidden: may only be used when \`type\` is 'LoadBalancer'
  spec.externalTrafficPolicy = "x" ⇒ spec.externalTrafficPolicy: Invalid value: "x": ExternalTrafficPolicy must be empty, Cluster or Local
  spec.ports[0].port = 1 ⇒ ok
  spec.type = "LoadBalancer" ⇒ ok
  spec.loadBalancerSourceRanges[0] = "10.0.0.0/8" ⇒ ok
  spec.ports[0].port = 10250 ⇒ spec.ports[0]: Invalid value: 10250: may not expose port 10250 externally since it is used by kubelet
  spec.loadBalancerClass = "a b" ⇒ spec.loadBalancerClass: Invalid value: "a b": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.healthCheckNodePort = -1 ⇒ spec.healthCheckNodePort: Invalid value: -1: HealthCheckNodePort must be not less than 0
  spec.clusterIP = "None" ⇒ spec.clusterIPs[0]: Invalid value: "None": may not be set to 'None' for LoadBalancer services
`;

describe('a load balancer', () => {
  it('is accepted', () => {
    expect(create(services, aLoadBalancerBody).issues).toEqual([]);
  });

  it.each(ruleCases(aLoadBalancerCases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(services, changeAt(aLoadBalancerBody, ruleCase)))).toEqual(ruleCase.causes);
  });
});

const anExternalNameBody = { metadata: { name: 'a' }, spec: { type: 'ExternalName', externalName: 'a.b.' } };

const anExternalNameCases = `
  spec ⇒ spec.ports: Required value
  spec.type = "x" ⇒ spec.ports: Required value ;; spec.type: Unsupported value: "x": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"
  spec.externalName ⇒ spec.externalName: Required value
  spec.externalName = "A_B" ⇒ spec.externalName: Invalid value: "A_B": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  spec.type = "ExternalName" ⇒ ok
  spec.externalName = "x" ⇒ ok
  spec.clusterIP = "10.0.0.1" ⇒ spec.clusterIPs: Forbidden: may not be set for ExternalName services
  spec.ipFamilies = ["IPv4"] ⇒ spec.ipFamilies: Forbidden: may not be set for ExternalName services
  spec.ipFamilyPolicy = "SingleStack" ⇒ spec.ipFamilyPolicy: Forbidden: may not be set for ExternalName services
`;

describe('an external name', () => {
  it('is accepted', () => {
    expect(create(services, anExternalNameBody).issues).toEqual([]);
  });

  it.each(ruleCases(anExternalNameCases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(services, changeAt(anExternalNameBody, ruleCase)))).toEqual(ruleCase.causes);
  });
});

const aHeadlessServiceBody = {
  metadata: { name: 'a' },
  spec: { type: 'ClusterIP', clusterIP: 'None', ports: [{ port: 80 }], selector: { a: 'b' } },
};

const aHeadlessServiceCases = `
  spec ⇒ spec.ports: Required value
  spec.type = "x" ⇒ spec.type: Unsupported value: "x": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"
  spec.type = "ExternalName" ⇒ spec.clusterIPs: Forbidden: may not be set for ExternalName services ;; spec.externalName: Required value
  spec.type = "LoadBalancer" ⇒ spec.clusterIPs[0]: Invalid value: "None": may not be set to 'None' for LoadBalancer services
  spec.clusterIP = "x" ⇒ spec.clusterIPs[0]: Invalid value: "x": must be a valid IP address
  spec.ports = [{"port":80},{"port":80}] ⇒ spec.ports[0].name: Required value ;; spec.ports[1].name: Required value ;; spec.ports[1]: Duplicate value: {"protocol":"TCP","port":80}
  spec.ports[0] = {} ⇒ spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive ;; spec.ports[0].targetPort: Invalid value: 0: must be between 1 and 65535, inclusive
  spec.selector.a = ".." ⇒ spec.selector: Invalid value: "..": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.ports[0].port = 1 ⇒ ok
  spec.clusterIP = "10.0.0.1" ⇒ ok
  spec.clusterIPs = ["None","10.0.0.1"] ⇒ spec.clusterIPs: Invalid value: []string{"None", "10.0.0.1"}: 'None' must be the first and only value
  spec.clusterIPs = ["10.0.0.1"] ⇒ spec.clusterIPs: Invalid value: []string{"10.0.0.1"}: first value must match \`clusterIP\`
  spec.ipFamilies = ["IPv4","IPv4"] ⇒ spec.ipFamilies[1]: Duplicate value: "IPv4"
  spec.ipFamilies = ["IPv4","IPv6"] ⇒ ok
  spec.ipFamilyPolicy = "Other" ⇒ spec.ipFamilyPolicy: Unsupported value: "Other": supported values: "PreferDualStack", "RequireDualStack", "SingleStack"
`;

describe('a headless service', () => {
  it('is accepted', () => {
    expect(create(services, aHeadlessServiceBody).issues).toEqual([]);
  });

  it.each(ruleCases(aHeadlessServiceCases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(services, changeAt(aHeadlessServiceBody, ruleCase)))).toEqual(ruleCase.causes);
  });
});
