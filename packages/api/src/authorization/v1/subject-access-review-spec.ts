/** Spec and status of access reviews: request attributes and the decision. */
import { bool, field, list, map, message, optional, required, string, type TypeOf } from '@keelson/schema';

export const NonResourceAttributes = message(
  'io.k8s.api.authorization.v1.NonResourceAttributes',
  {
    path: field(1, string, { about: 'URL path of the request.' }),
    verb: field(2, string, { about: 'Lowercase HTTP verb of the request.' }),
  },
  { about: 'A request for a URL that is not an API resource.' },
);
export type NonResourceAttributes = TypeOf<typeof NonResourceAttributes>;

export const ResourceAttributes = message(
  'io.k8s.api.authorization.v1.ResourceAttributes',
  {
    namespace: field(1, string, { about: 'Namespace of the request; empty means cluster-scoped or all namespaces.' }),
    verb: field(2, string, { about: 'Action such as get, list or delete; `*` means all.' }),
    group: field(3, string, { about: 'API group; `*` means all.' }),
    version: field(4, string, { about: 'API version; `*` means all.' }),
    resource: field(5, string, { about: 'Resource name; `*` means all.' }),
    subresource: field(6, string, { about: 'Subresource name; empty means none.' }),
    name: field(7, string, { about: 'Object name; empty means all objects.' }),
  },
  { about: 'A request for an API resource.' },
);
export type ResourceAttributes = TypeOf<typeof ResourceAttributes>;

export const SubjectAccessReviewSpec = message(
  'io.k8s.api.authorization.v1.SubjectAccessReviewSpec',
  {
    resourceAttributes: optional(1, ResourceAttributes, {
      about: 'The resource request to check; exclusive with nonResourceAttributes.',
    }),
    nonResourceAttributes: optional(2, NonResourceAttributes, {
      about: 'The URL request to check; exclusive with resourceAttributes.',
    }),
    user: field(3, string, { about: 'Name of the user; may be empty if groups are given.' }),
    groups: field(4, list(string), { about: 'Groups the user belongs to.' }),
    extra: field(5, map(list(string, { isWrapped: true })), {
      about: 'Further user attributes for the authorizer, by key.',
    }),
    uid: field(6, string, { about: 'Unique id of the user.' }),
  },
  { about: 'A user and the action to check.' },
);
export type SubjectAccessReviewSpec = TypeOf<typeof SubjectAccessReviewSpec>;

export const SubjectAccessReviewStatus = message(
  'io.k8s.api.authorization.v1.SubjectAccessReviewStatus',
  {
    allowed: required(1, bool, { about: 'Whether the action is permitted.' }),
    denied: field(4, bool, {
      about: 'Whether the action is explicitly refused; both false means no authorizer had an opinion.',
    }),
    reason: field(2, string, { about: 'Why the action was allowed or denied; may be empty.' }),
    evaluationError: field(3, string, { about: 'Error during the check; the decision may still hold.' }),
  },
  { about: 'Decision about a requested action.' },
);
export type SubjectAccessReviewStatus = TypeOf<typeof SubjectAccessReviewStatus>;
