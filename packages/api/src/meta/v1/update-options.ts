/** UpdateOptions: query parameters of an update request. */
import { field, kind, list, string, type TypeOf } from '@keelson/schema';

export const UpdateOptions = kind(
  'io.k8s.apimachinery.pkg.apis.meta.v1.UpdateOptions',
  {
    dryRun: field(1, list(string), { about: 'Set to All to run every step except storing; no other value is valid.' }),
    fieldManager: field(2, string, {
      about: 'Name recorded as owner of the written fields; at most 128 printable characters.',
    }),
    fieldValidation: field(3, string, { about: 'Reaction to unknown and duplicate fields: Ignore, Warn or Strict.' }),
  },
  { about: 'Query parameters of an update request.' },
);
export type UpdateOptions = TypeOf<typeof UpdateOptions>;
