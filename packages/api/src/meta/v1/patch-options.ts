/** PatchOptions: query parameters of a patch request. */
import { bool, field, kind, list, optional, string, type TypeOf } from '@keelson/schema';

export const PatchOptions = kind(
  'io.k8s.apimachinery.pkg.apis.meta.v1.PatchOptions',
  {
    dryRun: field(1, list(string), { about: 'Set to All to run every step except storing; no other value is valid.' }),
    force: optional(2, bool, {
      about: 'True lets an apply take over fields owned by others; not allowed for other patch types.',
    }),
    fieldManager: field(3, string, {
      about: 'Name recorded as owner of the written fields; required for apply, at most 128 printable characters.',
    }),
    fieldValidation: field(4, string, { about: 'Reaction to unknown and duplicate fields: Ignore, Warn or Strict.' }),
  },
  { about: 'Query parameters of a patch request.' },
);
export type PatchOptions = TypeOf<typeof PatchOptions>;
