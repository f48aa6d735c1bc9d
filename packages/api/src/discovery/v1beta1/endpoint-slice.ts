/** EndpointSlice: some of the endpoints of a service; several slices make the full set. */
import {
  bool,
  field,
  int32,
  kind,
  list,
  listed,
  map,
  message,
  optional,
  required,
  shown,
  string,
  type TypeOf,
} from '@keelson/schema';

import { ObjectReference } from '../../core/v1/object-reference.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';

export const EndpointConditions = message(
  'io.k8s.api.discovery.v1beta1.EndpointConditions',
  {
    ready: optional(1, bool, {
      about: 'Whether it is ready for traffic; unset counts as true, terminating endpoints are never ready.',
    }),
    serving: optional(2, bool, {
      featureGate: 'EndpointSliceTerminatingCondition',
      about: 'Like ready, but may stay true while terminating; unset means the same as ready.',
    }),
    terminating: optional(3, bool, {
      featureGate: 'EndpointSliceTerminatingCondition',
      about: 'Whether it is shutting down; unset counts as false.',
    }),
  },
  { about: 'State of one endpoint.' },
);
export type EndpointConditions = TypeOf<typeof EndpointConditions>;

export const ForZone = message(
  'io.k8s.api.discovery.v1beta1.ForZone',
  {
    name: required(1, string, { about: 'Name of the zone.' }),
  },
  { about: 'A zone in which an endpoint should be used.' },
);
export type ForZone = TypeOf<typeof ForZone>;

export const EndpointHints = message(
  'io.k8s.api.discovery.v1beta1.EndpointHints',
  {
    forZones: field(1, list(ForZone), {
      listType: 'atomic',
      about: 'Zones whose clients should use this endpoint; at most 8.',
    }),
  },
  { about: 'Advice on which clients should use an endpoint.' },
);
export type EndpointHints = TypeOf<typeof EndpointHints>;

export const Endpoint = message(
  'io.k8s.api.discovery.v1beta1.Endpoint',
  {
    addresses: required(1, list(string), {
      listType: 'set',
      about: "Addresses of this endpoint, 1 to 100, of the slice's addressType.",
    }),
    conditions: field(2, EndpointConditions, { about: 'Whether the endpoint can take traffic.' }),
    hostname: optional(3, string, { about: 'Host name for DNS, as a lowercase DNS label; unset means none.' }),
    targetRef: optional(4, ObjectReference, { about: 'The object behind the endpoint, usually a pod.' }),
    topology: field(5, map(string), { about: 'Topology labels of the endpoint, at most 16; deprecated.' }),
    nodeName: optional(6, string, { about: 'Node that hosts the endpoint.' }),
    hints: optional(7, EndpointHints, {
      featureGate: 'TopologyAwareHints',
      about: 'Advice on who should use the endpoint.',
    }),
  },
  { about: 'One backend of a service.' },
);
export type Endpoint = TypeOf<typeof Endpoint>;

export const EndpointPort = message(
  'io.k8s.api.discovery.v1beta1.EndpointPort',
  {
    name: optional(1, string, { default: '', about: 'Unique name within the slice, a DNS label or empty.' }),
    protocol: optional(2, listed('SCTP', 'TCP', 'UDP'), { default: 'TCP', about: 'TCP (default), UDP or SCTP.' }),
    port: optional(3, int32, { about: 'Port number; unset means all ports.' }),
    appProtocol: optional(4, string, {
      about: 'Application protocol spoken on the port, such as `http`; unset means unknown.',
    }),
  },
  { about: 'A port that all endpoints of a slice share.' },
);
export type EndpointPort = TypeOf<typeof EndpointPort>;

export const EndpointSlice = kind(
  'io.k8s.api.discovery.v1beta1.EndpointSlice',
  {
    metadata,
    addressType: required(4, listed('FQDN', 'IPv4', 'IPv6'), { about: 'IPv4, IPv6 or FQDN; cannot be changed.' }),
    endpoints: required(2, list(Endpoint), { listType: 'atomic', about: 'The endpoints in this slice, at most 1000.' }),
    ports: shown(3, list(EndpointPort), {
      listType: 'atomic',
      about: 'Ports of every endpoint, at most 100; empty means none are defined.',
    }),
  },
  { about: 'Some of the endpoints of a service; several slices make the full set.' },
);
export type EndpointSlice = TypeOf<typeof EndpointSlice>;

export const EndpointSliceList = listOf(EndpointSlice);
export type EndpointSliceList = TypeOf<typeof EndpointSliceList>;
