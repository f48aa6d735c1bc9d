/** SelfSubjectRulesReview: asks which actions the caller may perform in a namespace. */
import { bool, field, kind, list, message, required, string, type TypeOf } from '@keelson/schema';

import { metadata } from '../../meta/v1/object-meta.ts';

export const NonResourceRule = message(
  'io.k8s.api.authorization.v1.NonResourceRule',
  {
    verbs: required(1, list(string), { about: 'HTTP verbs allowed; `*` means all.' }),
    nonResourceURLs: field(2, list(string), { about: 'URL paths allowed; `*` only as the whole last step.' }),
  },
  { about: 'Actions allowed on non-resource URLs.' },
);
export type NonResourceRule = TypeOf<typeof NonResourceRule>;

export const ResourceRule = message(
  'io.k8s.api.authorization.v1.ResourceRule',
  {
    verbs: required(1, list(string), { about: 'Actions allowed; `*` means all.' }),
    apiGroups: field(2, list(string), { about: 'API groups covered; `*` means all.' }),
    resources: field(3, list(string), { about: 'Resources covered; `*` means all, `*/name` that subresource of all.' }),
    resourceNames: field(4, list(string), { about: 'Object names covered; empty means all.' }),
  },
  { about: 'Actions allowed on API resources.' },
);
export type ResourceRule = TypeOf<typeof ResourceRule>;

export const SelfSubjectRulesReviewSpec = message(
  'io.k8s.api.authorization.v1.SelfSubjectRulesReviewSpec',
  {
    namespace: field(1, string, { about: 'Namespace to list permissions for; required.' }),
  },
  { about: "Where to look up the caller's permissions." },
);
export type SelfSubjectRulesReviewSpec = TypeOf<typeof SelfSubjectRulesReviewSpec>;

export const SubjectRulesReviewStatus = message(
  'io.k8s.api.authorization.v1.SubjectRulesReviewStatus',
  {
    resourceRules: required(1, list(ResourceRule), { about: 'Allowed actions on API resources.' }),
    nonResourceRules: required(2, list(NonResourceRule), { about: 'Allowed actions on non-resource URLs.' }),
    incomplete: required(3, bool, { about: 'True if the lists may miss some rules, for example after an error.' }),
    evaluationError: field(4, string, { about: 'Error met while gathering rules, if any.' }),
  },
  { about: 'Actions a subject may perform; order has no meaning.' },
);
export type SubjectRulesReviewStatus = TypeOf<typeof SubjectRulesReviewStatus>;

export const SelfSubjectRulesReview = kind(
  'io.k8s.api.authorization.v1.SelfSubjectRulesReview',
  {
    metadata,
    spec: required(2, SelfSubjectRulesReviewSpec, { about: 'The namespace to look at.' }),
    status: field(3, SubjectRulesReviewStatus, { about: 'The actions found; filled in by the server.' }),
  },
  { about: 'Asks which actions the caller may perform in a namespace.' },
);
export type SelfSubjectRulesReview = TypeOf<typeof SelfSubjectRulesReview>;
