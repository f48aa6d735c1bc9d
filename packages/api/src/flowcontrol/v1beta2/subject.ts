/** Subjects of a flow schema: users, groups and service accounts. */
import { message, named, optional, required, string, usually, type TypeOf } from '@keelson/schema';

export const GroupSubject = message(
  'io.k8s.api.flowcontrol.v1beta2.GroupSubject',
  {
    name: required(1, string, { about: 'User group to match; `*` matches every group.' }),
  },
  { about: 'Matches requests by user group.' },
);
export type GroupSubject = TypeOf<typeof GroupSubject>;

export const ServiceAccountSubject = message(
  'io.k8s.api.flowcontrol.v1beta2.ServiceAccountSubject',
  {
    namespace: required(1, string, { about: 'Namespace of the service account.' }),
    name: required(2, string, { about: 'Service account name; `*` matches all in the namespace.' }),
  },
  { about: 'Matches requests made by service accounts.' },
);
export type ServiceAccountSubject = TypeOf<typeof ServiceAccountSubject>;

export const UserSubject = message(
  'io.k8s.api.flowcontrol.v1beta2.UserSubject',
  {
    name: required(1, string, { about: 'User name to match; `*` matches every user.' }),
  },
  { about: 'Matches requests by user name.' },
);
export type UserSubject = TypeOf<typeof UserSubject>;

export const Subject = message(
  'io.k8s.api.flowcontrol.v1beta2.Subject',
  {
    kind: required(1, named('v1beta2.SubjectKind', usually('User', 'Group', 'ServiceAccount')), {
      about: 'User, Group or ServiceAccount.',
    }),
    user: optional(2, UserSubject, { about: 'User to match, when kind is User.' }),
    group: optional(3, GroupSubject, { about: 'Group to match, when kind is Group.' }),
    serviceAccount: optional(4, ServiceAccountSubject, {
      about: 'Service account to match, when kind is ServiceAccount.',
    }),
  },
  { about: 'Who makes a request; the field named by `kind` is set.' },
);
export type Subject = TypeOf<typeof Subject>;
