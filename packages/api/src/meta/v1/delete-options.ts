/** DeleteOptions: how an object is to be deleted. */
import {
  bool,
  field,
  int64,
  kind,
  list,
  message,
  named,
  optional,
  string,
  uid,
  usually,
  type TypeOf,
} from '@keelson/schema';

export const Preconditions = message(
  'io.k8s.apimachinery.pkg.apis.meta.v1.Preconditions',
  {
    uid: optional(1, uid, { about: 'UID the object must have.' }),
    resourceVersion: optional(2, string, { about: 'Version the object must have.' }),
  },
  { about: 'Facts about an object that must hold for a request to go ahead.' },
);
export type Preconditions = TypeOf<typeof Preconditions>;

export const DeleteOptions = kind(
  'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions',
  {
    gracePeriodSeconds: optional(1, int64, {
      about: "Seconds until the object is removed; 0 means at once, unset takes the kind's default.",
    }),
    preconditions: optional(2, Preconditions, {
      about: 'What must be true of the object, else the request fails with 409 Conflict.',
    }),
    orphanDependents: optional(3, bool, {
      about: 'Obsolete, use `propagationPolicy`: true leaves dependents in place.',
    }),
    propagationPolicy: optional(4, named('v1.DeletionPropagation', usually('Orphan', 'Background', 'Foreground')), {
      about: "What happens to dependents: Orphan, Background or Foreground; unset takes the kind's default.",
    }),
    dryRun: field(5, list(string), { about: 'Set to All to run every step except storing; no other value is valid.' }),
  },
  { about: 'How an object is to be deleted.' },
);
export type DeleteOptions = TypeOf<typeof DeleteOptions>;
