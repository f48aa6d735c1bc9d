/** Ingress before networking/v1: a backend is a service's name beside its port, and a path may leave its type open. */
import {
  field,
  inline,
  intOrString,
  kind,
  list,
  message,
  oneOf,
  optional,
  required,
  string,
  type TypeOf,
} from '@keelson/schema';

import { TypedLocalObjectReference } from '../../../core/v1/object-reference.ts';
import {
  HTTPIngressPath as ServedPath,
  Ingress as ServedIngress,
  IngressRule as ServedRule,
  IngressSpec as ServedSpec,
} from '../../../networking/v1/ingress.ts';

export const IngressBackend = message(
  'io.k8s.api.networking.v1beta1.IngressBackend',
  {
    serviceName: field(1, string, { about: 'Name of a service in the same namespace.' }),
    servicePort: field(2, intOrString, { about: 'Number or name of its port.' }),
    resource: optional(3, TypedLocalObjectReference, {
      about: 'Another object in the same namespace as target; exclusive with the service.',
    }),
  },
  { about: 'Target of ingress traffic.' },
);
export type IngressBackend = TypeOf<typeof IngressBackend>;

export const HTTPIngressPath = message(
  'io.k8s.api.networking.v1beta1.HTTPIngressPath',
  {
    ...ServedPath.fields,
    pathType: optional(3, oneOf('Exact', 'ImplementationSpecific', 'Prefix'), {
      about: 'Exact, Prefix (by path element) or ImplementationSpecific (default).',
    }),
    backend: required(2, IngressBackend, { about: 'Where matching requests go.' }),
  },
  { about: 'Sends requests with a given path to a backend.' },
);
export type HTTPIngressPath = TypeOf<typeof HTTPIngressPath>;

export const HTTPIngressRuleValue = message(
  'io.k8s.api.networking.v1beta1.HTTPIngressRuleValue',
  {
    paths: required(1, list(HTTPIngressPath), { about: 'Paths and their backends; at least one.' }),
  },
  { about: 'HTTP path routing for one host.' },
);
export type HTTPIngressRuleValue = TypeOf<typeof HTTPIngressRuleValue>;

export const IngressRuleValue = message(
  'io.k8s.api.networking.v1beta1.IngressRuleValue',
  {
    http: optional(1, HTTPIngressRuleValue, {
      about: 'HTTP path routing; unset sends all traffic to the default backend.',
    }),
  },
  { about: 'Routing data of an ingress rule, by protocol.' },
);
export type IngressRuleValue = TypeOf<typeof IngressRuleValue>;

export const IngressRule = message(
  'io.k8s.api.networking.v1beta1.IngressRule',
  { ...ServedRule.fields, ingressRuleValue: inline(2, IngressRuleValue) },
  { about: 'Routing for one host.' },
);
export type IngressRule = TypeOf<typeof IngressRule>;

const { ingressClassName, tls } = ServedSpec.fields;

export const IngressSpec = message(
  'io.k8s.api.networking.v1beta1.IngressSpec',
  {
    ingressClassName,
    backend: optional(1, IngressBackend, {
      about: 'Backend for requests no rule matches; required if there are no rules.',
    }),
    tls,
    rules: field(3, list(IngressRule), {
      about: 'Routing rules by host; if empty, everything goes to the backend.',
    }),
  },
  { about: 'How an Ingress routes traffic.' },
);
export type IngressSpec = TypeOf<typeof IngressSpec>;

export const Ingress = kind(
  'io.k8s.api.networking.v1beta1.Ingress',
  { ...ServedIngress.fields, spec: field(2, IngressSpec, { about: 'Routing rules and TLS settings.' }) },
  { about: 'Routes outside HTTP traffic to services by host and path.' },
);
export type Ingress = TypeOf<typeof Ingress>;
