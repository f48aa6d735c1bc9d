/** DeprecatedRequest: a client that still asks for a version that is deprecated. */
import { field, int64, kind, list, message, optional, string, time, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';

const name = (part: string) => `io.keelson.deprecation.v1alpha1.${part}`;

export const DeprecatedRequestClient = message(
  name('DeprecatedRequestClient'),
  {
    user: field(1, string, { about: 'The name of the authenticated user, cut at 256 characters.' }),
    userAgent: field(2, string, { about: 'The program, as it names itself, cut at 256 characters.' }),
    sources: field(3, list(string), {
      listType: 'atomic',
      about: 'The addresses it asked from, the latest first, at most 5.',
    }),
  },
  { about: 'The client that asks.' },
);

export const DeprecatedRequestTarget = message(
  name('DeprecatedRequestTarget'),
  {
    group: field(1, string, { about: 'The group; empty for the core group.' }),
    version: field(2, string, { about: 'The deprecated version.' }),
    kind: field(3, string, { about: 'The kind of the objects.' }),
    resource: field(4, string, { about: 'The name of the resource in URLs.' }),
    subresource: field(5, string, { about: 'The subresource; empty for the resource itself.' }),
    verb: field(6, string, { about: 'What was asked for, such as list or create.' }),
  },
  { about: 'What is asked for.' },
);

export const DeprecatedRequest = kind(
  name('DeprecatedRequest'),
  {
    metadata,
    client: field(2, DeprecatedRequestClient, { about: 'The client that asks.' }),
    request: field(3, DeprecatedRequestTarget, { about: 'What it asks for.' }),
    removedIn: field(4, string, { about: 'The release that does not serve this any more; empty if none is known.' }),
    useInstead: field(5, string, { about: 'The version and kind to use instead; empty if nothing replaces it.' }),
    count: field(6, int64, { about: 'How many such requests there were.' }),
    firstSeen: optional(7, time, { about: 'The time of the first one.' }),
    lastSeen: optional(8, time, { about: 'The time of the last one.' }),
  },
  { about: 'A client that still asks for a version that is deprecated.' },
);
export type DeprecatedRequest = TypeOf<typeof DeprecatedRequest>;

export const DeprecatedRequestList = listOf(DeprecatedRequest);
