/** One event of a watch. */
import { message, rawExtension, required, string, type TypeOf } from '@keelson/schema';

export const WatchEvent = message(
  'io.k8s.apimachinery.pkg.apis.meta.v1.WatchEvent',
  {
    type: required(1, string, { about: 'What happened: ADDED, MODIFIED, DELETED, BOOKMARK or ERROR.' }),
    object: required(2, rawExtension, {
      about: 'The object after the change, as last seen for DELETED, or a Status for ERROR.',
    }),
  },
  { about: 'One change, as a watch streams it.' },
);
export type WatchEvent = TypeOf<typeof WatchEvent>;
