/** Fields that mutating and validating webhooks share: the requests they match and the endpoint that is called. */
import {
  bytes,
  field,
  inline,
  int32,
  list,
  listed,
  message,
  optional,
  required,
  string,
  type TypeOf,
} from '@keelson/schema';

export const Rule = message(
  'io.k8s.api.admissionregistration.v1.Rule',
  {
    apiGroups: field(1, list(string), { about: 'API groups to match; `*` alone means all.' }),
    apiVersions: field(2, list(string), { about: 'API versions to match; `*` alone means all.' }),
    resources: field(3, list(string), {
      about: 'Resources such as `pods`, `pods/log`, `*/scale`; `*` excludes subresources, `*/*` includes them.',
    }),
    scope: optional(4, listed('*', 'Cluster', 'Namespaced'), {
      default: '*',
      about: 'Cluster, Namespaced or `*` for both (default).',
    }),
  },
  { about: 'API resources that a webhook is interested in.' },
);
export type Rule = TypeOf<typeof Rule>;

export const RuleWithOperations = message(
  'io.k8s.api.admissionregistration.v1.RuleWithOperations',
  {
    operations: field(1, list(listed('*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE')), {
      about: 'CREATE, UPDATE, DELETE, CONNECT, or `*` alone for all of them.',
    }),
    rule: inline(2, Rule),
  },
  { about: 'API resources plus the operations on them that a webhook handles.' },
);
export type RuleWithOperations = TypeOf<typeof RuleWithOperations>;

export const ServiceReference = message(
  'io.k8s.api.admissionregistration.v1.ServiceReference',
  {
    namespace: required(1, string, { about: 'Namespace of the service.' }),
    name: required(2, string, { about: 'Name of the service.' }),
    path: optional(3, string, { about: 'URL path of the request; unset sends to the root.' }),
    port: optional(4, int32, { default: 443, about: 'Service port, 1 to 65535. Defaults to 443.' }),
  },
  { about: 'A service that hosts a webhook.' },
);
export type ServiceReference = TypeOf<typeof ServiceReference>;

export const WebhookClientConfig = message(
  'io.k8s.api.admissionregistration.v1.WebhookClientConfig',
  {
    url: optional(3, string, { about: 'HTTPS address to call, without credentials, query or fragment.' }),
    service: optional(1, ServiceReference, { about: 'Service in the cluster to call.' }),
    caBundle: field(2, bytes, {
      about: "PEM certificates that verify the webhook; empty uses the API server's system roots.",
    }),
  },
  { about: 'Address and trust settings of a webhook; set exactly one of url and service.' },
);
export type WebhookClientConfig = TypeOf<typeof WebhookClientConfig>;
