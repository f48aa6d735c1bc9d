/** Which manager owns which fields of an object. */
import { field, fieldsV1, message, named, optional, string, time, usually, type TypeOf } from '@keelson/schema';

export const ManagedFieldsEntry = message(
  'io.k8s.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry',
  {
    manager: field(1, string, { about: 'Name of the client or workflow that owns the fields.' }),
    operation: field(2, named('v1.ManagedFieldsOperationType', usually('Apply', 'Update')), {
      about: 'How the fields were set: Apply or Update.',
    }),
    apiVersion: field(3, string, { about: 'Group and version in which the field set is expressed.' }),
    time: optional(4, time, { about: 'Time the entry was added or its field set last changed.' }),
    fieldsType: field(6, string, { about: 'Format of the field set; always FieldsV1.' }),
    fieldsV1: optional(7, fieldsV1, { about: 'The owned fields as a FieldsV1 tree.' }),
    subresource: field(8, string, { about: 'Subresource the write went through; empty for the main resource.' }),
  },
  { about: 'The fields one manager owns through one operation and API version.' },
);
export type ManagedFieldsEntry = TypeOf<typeof ManagedFieldsEntry>;
