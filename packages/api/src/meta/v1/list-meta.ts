/** The metadata of every list. */
import { field, int64, message, optional, string, type TypeOf } from '@keelson/schema';

export const ListMeta = message(
  'io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta',
  {
    selfLink: field(1, string, { about: 'Obsolete URL of the list; the server no longer fills it in.' }),
    resourceVersion: field(2, string, { about: 'Opaque version the list reflects; a watch can start from it.' }),
    continue: field(3, string, { about: 'Token that fetches the next page; empty on the last page.' }),
    remainingItemCount: optional(4, int64, {
      about: 'How many items follow this page; unset if unknown or if selectors were used.',
    }),
  },
  { about: 'Bookkeeping that lists and some answers carry.' },
);
export type ListMeta = TypeOf<typeof ListMeta>;

/** The first field of every list. */
export const listMetadata = field(1, ListMeta, { about: 'The revision of the list, and how to get its next page.' });
