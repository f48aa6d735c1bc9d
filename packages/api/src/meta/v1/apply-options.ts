/** ApplyOptions: options of a server-side apply request. */
import { bool, field, kind, list, required, string, type TypeOf } from '@keelson/schema';

export const ApplyOptions = kind(
  'io.k8s.apimachinery.pkg.apis.meta.v1.ApplyOptions',
  {
    dryRun: field(1, list(string), { about: 'Set to All to run every step except storing; no other value is valid.' }),
    force: required(2, bool, { about: 'True takes over fields that other managers own.' }),
    fieldManager: required(3, string, { about: 'Name recorded as owner of the applied fields; required.' }),
  },
  { about: 'Options of a server-side apply request.' },
);
export type ApplyOptions = TypeOf<typeof ApplyOptions>;
