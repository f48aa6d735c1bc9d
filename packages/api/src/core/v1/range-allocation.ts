/** RangeAllocation: which items of a range are taken; for the server's own use. */
import { bytes, kind, required, string, type TypeOf } from '@keelson/schema';

import { metadata } from '../../meta/v1/object-meta.ts';

export const RangeAllocation = kind(
  'io.k8s.api.core.v1.RangeAllocation',
  {
    metadata,
    range: required(2, string, { about: 'The range, such as a CIDR or a port range.' }),
    data: required(3, bytes, { about: 'Bitmap of the taken items, in base64.' }),
  },
  { about: "Which items of a range are taken; for the server's own use." },
);
export type RangeAllocation = TypeOf<typeof RangeAllocation>;
