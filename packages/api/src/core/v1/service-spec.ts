/** The spec of a service: its ports, addresses and traffic policies. */
import {
  bool,
  field,
  int32,
  intOrString,
  list,
  listed,
  map,
  message,
  optional,
  required,
  string,
  type TypeOf,
} from '@keelson/schema';

import { completeServicePort, completeServiceSpec } from './service.defaults.ts';

export const ClientIPConfig = message(
  'io.k8s.api.core.v1.ClientIPConfig',
  {
    timeoutSeconds: optional(1, int32, {
      about: 'Seconds a client stays with one pod, 1 to 86400; 10800, three hours, by default.',
    }),
  },
  { about: 'Settings of session affinity by client address.' },
);
export type ClientIPConfig = TypeOf<typeof ClientIPConfig>;

export const ServicePort = message(
  'io.k8s.api.core.v1.ServicePort',
  {
    name: field(1, string, { about: 'Name of the port, a DNS label; required if there are several.' }),
    protocol: field(2, listed('SCTP', 'TCP', 'UDP'), {
      default: 'TCP',
      about: 'Transport protocol: TCP (the default), UDP or SCTP.',
    }),
    appProtocol: optional(6, string, {
      about: 'Hint on the application protocol, such as http or a prefixed name of your own.',
    }),
    port: required(3, int32, { about: "Port on the service's address, 1 to 65535." }),
    targetPort: field(4, intOrString, {
      about: 'Port on the pods, a number or a port name; the same as `port` by default.',
    }),
    nodePort: field(5, int32, { about: 'Port open on every node, for NodePort and LoadBalancer; 0 asks for one.' }),
  },
  { about: 'A port a service offers.', applyDefaults: completeServicePort },
);
export type ServicePort = TypeOf<typeof ServicePort>;

export const SessionAffinityConfig = message(
  'io.k8s.api.core.v1.SessionAffinityConfig',
  {
    clientIP: optional(1, ClientIPConfig, { about: 'Settings for affinity by client address.' }),
  },
  { about: 'Settings of session affinity.' },
);
export type SessionAffinityConfig = TypeOf<typeof SessionAffinityConfig>;

export const ServiceSpec = message(
  'io.k8s.api.core.v1.ServiceSpec',
  {
    ports: field(1, list(ServicePort), {
      listType: 'map',
      listMapKeys: ['port', 'protocol'],
      patchStrategy: 'merge',
      patchMergeKey: 'port',
      about: 'Ports the service offers.',
    }),
    selector: field(2, map(string), {
      mapType: 'atomic',
      about: 'Labels of the pods behind it; empty leaves its endpoints to others. Not used for ExternalName.',
    }),
    clusterIP: field(3, string, {
      about: 'Virtual IP of the service; None makes it headless, empty asks for an address.',
    }),
    clusterIPs: field(18, list(string), {
      listType: 'atomic',
      about: 'Virtual IPs, at most one per family; the first equals `clusterIP`.',
    }),
    type: field(4, listed('ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'), {
      default: 'ClusterIP',
      about: 'How it is exposed: ClusterIP (the default), NodePort, LoadBalancer or ExternalName.',
    }),
    externalIPs: field(5, list(string), {
      about: 'Extra addresses nodes take traffic on; routing them there is up to the administrator.',
    }),
    sessionAffinity: field(7, listed('ClientIP', 'None'), {
      default: 'None',
      about: 'Whether a client stays with one pod: None (the default) or ClientIP.',
    }),
    loadBalancerIP: field(8, string, {
      about: 'Address wished for the load balancer; deprecated, and not every provider heeds it.',
    }),
    loadBalancerSourceRanges: field(9, list(string), {
      about: 'Client networks in CIDR form let through the load balancer; empty lets all through.',
    }),
    externalName: field(10, string, {
      about: 'DNS name clients are redirected to by a CNAME record; only for type ExternalName.',
    }),
    externalTrafficPolicy: field(11, listed('Local', 'Cluster'), {
      about:
        'Where outside traffic goes: Cluster (the default), or Local, which keeps it on the node and its source IP.',
    }),
    healthCheckNodePort: field(12, int32, {
      about: 'Node port for load balancer health checks, used with LoadBalancer and Local; 0 asks for one.',
    }),
    publishNotReadyAddresses: field(13, bool, {
      about: 'True lists pods in DNS and endpoints even when not ready; false by default.',
    }),
    sessionAffinityConfig: optional(14, SessionAffinityConfig, { about: 'Settings of the session affinity.' }),
    ipFamilies: field(19, list(listed('IPv4', 'IPv6')), {
      listType: 'atomic',
      about: 'IP families of the service in order of preference: IPv4, IPv6 or both.',
    }),
    ipFamilyPolicy: optional(17, listed('PreferDualStack', 'RequireDualStack', 'SingleStack'), {
      about: 'Single or dual stack: SingleStack, PreferDualStack or RequireDualStack.',
    }),
    allocateLoadBalancerNodePorts: optional(20, bool, {
      about: 'Whether a load balancer also gets node ports; true by default.',
    }),
    loadBalancerClass: optional(21, string, {
      featureGate: 'ServiceLoadBalancerClass',
      about: "Load balancer implementation in charge; unset means the cloud's default, and it cannot be changed later.",
    }),
    internalTrafficPolicy: optional(22, listed('Cluster', 'Local'), {
      featureGate: 'ServiceInternalTrafficPolicy',
      about: 'Where traffic from inside the cluster goes: Cluster (the default), or Local for pods on the same node.',
    }),
  },
  { about: 'How a service is reached and which pods it leads to.', applyDefaults: completeServiceSpec },
);
export type ServiceSpec = TypeOf<typeof ServiceSpec>;
