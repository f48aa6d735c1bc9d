/** IngressClass: names an ingress controller that Ingress objects can choose. */
import { field, kind, message, nullable, optional, required, string, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';

export const IngressClassParametersReference = message(
  'io.k8s.api.networking.v1.IngressClassParametersReference',
  {
    apiGroup: optional(1, string, { about: 'API group of the object; empty means the core group.' }),
    kind: required(2, string, { about: 'Kind of the object.' }),
    name: required(3, string, { about: 'Name of the object.' }),
    scope: nullable(4, string, { default: 'Cluster', about: 'Cluster (default) or Namespace.' }),
    namespace: optional(5, string, { about: 'Namespace of the object; required with scope Namespace, else unset.' }),
  },
  { about: 'Points to an object with settings for an ingress controller.' },
);
export type IngressClassParametersReference = TypeOf<typeof IngressClassParametersReference>;

export const IngressClassSpec = message(
  'io.k8s.api.networking.v1.IngressClassSpec',
  {
    controller: field(1, string, {
      about: 'Controller for this class as a domain-prefixed path, up to 250 characters; cannot be changed.',
    }),
    parameters: optional(2, IngressClassParametersReference, {
      about: 'Object with extra controller settings; unset if none are needed.',
    }),
  },
  { about: 'Controller and settings of an ingress class.' },
);
export type IngressClassSpec = TypeOf<typeof IngressClassSpec>;

export const IngressClass = kind(
  'io.k8s.api.networking.v1.IngressClass',
  {
    metadata,
    spec: field(2, IngressClassSpec, { about: 'The controller and its parameters.' }),
  },
  { about: 'Names an ingress controller that Ingress objects can choose.' },
);
export type IngressClass = TypeOf<typeof IngressClass>;

export const IngressClassList = listOf(IngressClass);
export type IngressClassList = TypeOf<typeof IngressClassList>;
