/** The metadata of every object. */
import { field, int64, list, map, message, optional, string, time, uid, type TypeOf } from '@keelson/schema';

import { ManagedFieldsEntry } from './managed-fields-entry.ts';
import { OwnerReference } from './owner-reference.ts';

const objectMeta = message(
  'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta',
  {
    name: field(1, string, { about: 'Name, unique among objects of the same kind in a namespace; cannot change.' }),
    generateName: field(2, string, { about: 'Prefix from which the server makes a unique name when `name` is empty.' }),
    namespace: field(3, string, {
      about: 'Namespace the object lives in; empty for cluster-scoped objects; cannot change.',
    }),
    selfLink: field(4, string, { about: 'Obsolete URL of the object; the server no longer fills it in.' }),
    uid: field(5, uid, {
      about: 'Server-assigned identifier, never reused, even by a later object of the same name.',
    }),
    resourceVersion: field(6, string, {
      about: 'Opaque version of the stored object, for watches and conflict detection; set by the server.',
    }),
    generation: field(7, int64, { about: 'Counter the server raises whenever the wanted state changes.' }),
    creationTimestamp: field(8, time, {
      about: 'CreationTimestamp is a timestamp: when the server stored the object, in UTC; null before that.',
    }),
    deletionTimestamp: optional(9, time, {
      about: 'Time from which the object may vanish; set by the server once deletion is requested.',
    }),
    deletionGracePeriodSeconds: optional(10, int64, {
      about: 'Seconds granted for an orderly shutdown; only set together with `deletionTimestamp`.',
    }),
    labels: field(11, map(string), { about: 'Key-value pairs that selectors match on.' }),
    annotations: field(12, map(string), { about: 'Free-form key-value pairs for tools; cannot be selected on.' }),
    ownerReferences: field(13, list(OwnerReference), {
      patchStrategy: 'merge',
      patchMergeKey: 'uid',
      about: 'Objects this one depends on; it is garbage collected once none of them remains.',
    }),
    finalizers: field(14, list(string), {
      patchStrategy: 'merge',
      about: 'Names that must all be removed before a deleted object really disappears.',
    }),
    clusterName: field(15, string, { about: 'Obsolete cluster name; ignored by the server.' }),
    managedFields: field(17, list(ManagedFieldsEntry), {
      about: 'Which manager last set which fields; kept by the server for server-side apply.',
    }),
  },
  { about: 'Identity and bookkeeping every stored object carries.' },
);
type Declared = typeof objectMeta;

// An interface keeps its name in emitted declarations; a type alias would be spelled out in every message that uses it.
export interface ObjectMetaMessage extends Declared {}
export const ObjectMeta: ObjectMetaMessage = objectMeta;
export type ObjectMeta = TypeOf<typeof ObjectMeta>;

/** The first field of nearly every kind. */
export const metadata = field(1, ObjectMeta, {
  about: "Standard object's metadata: name, labels, annotations and what else all objects have in common.",
});
