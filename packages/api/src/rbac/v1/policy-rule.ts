/** A rule of a role: verbs on resources or on non-resource URLs. */
import { field, list, message, required, string, type TypeOf } from '@keelson/schema';

export const PolicyRule = message(
  'io.k8s.api.rbac.v1.PolicyRule',
  {
    verbs: required(1, list(string), { about: 'Actions allowed, such as get or create; `*` allows all.' }),
    apiGroups: field(2, list(string), {
      about: 'API groups of the resources; empty string is the core group, `*` is all.',
    }),
    resources: field(3, list(string), { about: 'Resource names, such as `pods` or `pods/log`; `*` means all.' }),
    resourceNames: field(4, list(string), { about: 'Object names the rule is limited to; empty allows every name.' }),
    nonResourceURLs: field(5, list(string), {
      about: 'URL paths such as `/healthz`; `*` only as the whole last step. Only for ClusterRoles bound cluster-wide.',
    }),
  },
  { about: 'A permission covering either API resources or non-resource URLs, never both.' },
);
export type PolicyRule = TypeOf<typeof PolicyRule>;
