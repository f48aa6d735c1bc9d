/** Which requests of which subjects a flow schema matches. */
import { bool, field, list, message, required, shown, string, type TypeOf } from '@keelson/schema';

import { Subject } from './subject.ts';

export const NonResourcePolicyRule = message(
  'io.k8s.api.flowcontrol.v1beta1.NonResourcePolicyRule',
  {
    verbs: required(1, list(string), {
      listType: 'set',
      about: 'Verbs to match, at least one; `*` alone matches all.',
    }),
    nonResourceURLs: required(6, list(string), {
      listType: 'set',
      about: 'Paths such as `/healthz` or `/healthz/*`, at least one; `*` alone matches all.',
    }),
  },
  { about: 'Matches requests for URLs that are not API resources.' },
);
export type NonResourcePolicyRule = TypeOf<typeof NonResourcePolicyRule>;

export const ResourcePolicyRule = message(
  'io.k8s.api.flowcontrol.v1beta1.ResourcePolicyRule',
  {
    verbs: required(1, list(string), {
      listType: 'set',
      about: 'Verbs to match, at least one; `*` alone matches all.',
    }),
    apiGroups: required(2, list(string), {
      listType: 'set',
      about: 'API groups to match, at least one; `*` alone matches all.',
    }),
    resources: required(3, list(string), {
      listType: 'set',
      about: 'Lowercase plural names such as `pods` or `nodes/status`; `*` alone matches all.',
    }),
    clusterScope: field(4, bool, {
      about: 'Whether requests without a namespace match; if false, `namespaces` must not be empty.',
    }),
    namespaces: shown(5, list(string), {
      listType: 'set',
      about: 'Namespaces to match; `*` matches any; may be empty only with clusterScope.',
    }),
  },
  { about: 'Matches resource requests by verb, group, resource and namespace together.' },
);
export type ResourcePolicyRule = TypeOf<typeof ResourcePolicyRule>;

export const PolicyRulesWithSubjects = message(
  'io.k8s.api.flowcontrol.v1beta1.PolicyRulesWithSubjects',
  {
    subjects: required(1, list(Subject), {
      listType: 'atomic',
      about: 'Who makes the request; at least one entry, any may match.',
    }),
    resourceRules: field(2, list(ResourcePolicyRule), {
      listType: 'atomic',
      about: 'Rules for resource requests; may be empty only if nonResourceRules is not.',
    }),
    nonResourceRules: field(3, list(NonResourcePolicyRule), {
      listType: 'atomic',
      about: 'Rules for non-resource requests; may be empty only if resourceRules is not.',
    }),
  },
  { about: 'Matches a request when both a subject and a resource or URL rule match.' },
);
export type PolicyRulesWithSubjects = TypeOf<typeof PolicyRulesWithSubjects>;
