/** Ingress: routes outside HTTP traffic to services by host and path. */
import {
  field,
  inline,
  kind,
  list,
  listed,
  message,
  optional,
  required,
  requiredPointer,
  string,
  type TypeOf,
} from '@keelson/schema';

import { LoadBalancerStatus } from '../../core/v1/load-balancer-status.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { IngressBackend } from './ingress-backend.ts';

export const HTTPIngressPath = message(
  'io.k8s.api.networking.v1.HTTPIngressPath',
  {
    path: field(1, string, { about: 'URL path to match; must start with `/` for Exact and Prefix types.' }),
    pathType: requiredPointer(3, listed('Exact', 'ImplementationSpecific', 'Prefix'), {
      about: 'Exact, Prefix (by path element) or ImplementationSpecific.',
    }),
    backend: required(2, IngressBackend, { about: 'Where matching requests go.' }),
  },
  { about: 'Sends requests with a given path to a backend.' },
);
export type HTTPIngressPath = TypeOf<typeof HTTPIngressPath>;

export const HTTPIngressRuleValue = message(
  'io.k8s.api.networking.v1.HTTPIngressRuleValue',
  {
    paths: required(1, list(HTTPIngressPath), { listType: 'atomic', about: 'Paths and their backends; at least one.' }),
  },
  { about: 'HTTP path routing for one host.' },
);
export type HTTPIngressRuleValue = TypeOf<typeof HTTPIngressRuleValue>;

export const IngressTLS = message(
  'io.k8s.api.networking.v1.IngressTLS',
  {
    hosts: field(1, list(string), {
      listType: 'atomic',
      about: 'Hosts in the certificate; empty leaves the choice to the controller.',
    }),
    secretName: field(2, string, {
      about: 'Secret with the certificate and key for port 443; unset allows routing by SNI alone.',
    }),
  },
  { about: 'A TLS certificate and its hosts.' },
);
export type IngressTLS = TypeOf<typeof IngressTLS>;

export const IngressRuleValue = message(
  'io.k8s.api.networking.v1.IngressRuleValue',
  {
    http: optional(1, HTTPIngressRuleValue, {
      about: 'HTTP path routing; unset sends all traffic to the default backend.',
    }),
  },
  { about: 'Routing data of an ingress rule, by protocol.' },
);
export type IngressRuleValue = TypeOf<typeof IngressRuleValue>;

export const IngressRule = message(
  'io.k8s.api.networking.v1.IngressRule',
  {
    host: field(1, string, { about: 'Host to match, exact or with a leading `*.` label; empty matches all hosts.' }),
    ingressRuleValue: inline(2, IngressRuleValue),
  },
  { about: 'Routing for one host.' },
);
export type IngressRule = TypeOf<typeof IngressRule>;

export const IngressSpec = message(
  'io.k8s.api.networking.v1.IngressSpec',
  {
    ingressClassName: optional(4, string, {
      about: 'IngressClass whose controller serves this Ingress; unset may use the default class.',
    }),
    defaultBackend: optional(1, IngressBackend, {
      about: 'Backend for requests no rule matches; required if there are no rules.',
    }),
    tls: field(2, list(IngressTLS), { listType: 'atomic', about: 'TLS certificates by host; all use port 443.' }),
    rules: field(3, list(IngressRule), {
      listType: 'atomic',
      about: 'Routing rules by host; if empty, everything goes to the default backend.',
    }),
  },
  { about: 'How an Ingress routes traffic.' },
);
export type IngressSpec = TypeOf<typeof IngressSpec>;

export const IngressStatus = message(
  'io.k8s.api.networking.v1.IngressStatus',
  {
    loadBalancer: field(1, LoadBalancerStatus, { about: 'Addresses of the load balancer in front.' }),
  },
  { about: 'Observed state of an Ingress.' },
);
export type IngressStatus = TypeOf<typeof IngressStatus>;

export const Ingress = kind(
  'io.k8s.api.networking.v1.Ingress',
  {
    metadata,
    spec: field(2, IngressSpec, { about: 'Routing rules and TLS settings.' }),
    status: field(3, IngressStatus, { about: 'Addresses where the ingress is reachable.' }),
  },
  { about: 'Routes outside HTTP traffic to services by host and path.' },
);
export type Ingress = TypeOf<typeof Ingress>;

export const IngressList = listOf(Ingress);
export type IngressList = TypeOf<typeof IngressList>;
