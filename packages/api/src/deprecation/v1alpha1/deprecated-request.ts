/** DeprecatedRequest: a client that still asks for a version that is deprecated. */
import { field, int64, kind, list, message, optional, shown, string, time, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';

const name = (part: string) => `io.keelson.deprecation.v1alpha1.${part}`;

export const DeprecatedRequestClient = message(
  name('DeprecatedRequestClient'),
  {
    user: shown(1, string, { about: 'The name of the authenticated user, cut at 256 characters.' }),
    userAgent: shown(2, string, { about: 'The program, as it names itself, cut at 256 characters.' }),
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
    group: shown(1, string, { about: 'The group; empty for the core group.' }),
    version: shown(2, string, { about: 'The deprecated version.' }),
    kind: shown(3, string, { about: 'The kind of the objects.' }),
    resource: shown(4, string, { about: 'The name of the resource in URLs.' }),
    subresource: shown(5, string, { about: 'The subresource; empty for the resource itself.' }),
    verb: shown(6, string, { about: 'What was asked for, such as list or create.' }),
  },
  { about: 'What is asked for.' },
);

export const DeprecatedRequest = kind(
  name('DeprecatedRequest'),
  {
    metadata,
    client: field(2, DeprecatedRequestClient, { about: 'The client that asks.' }),
    request: field(3, DeprecatedRequestTarget, { about: 'What it asks for.' }),
    removedIn: shown(4, string, { about: 'The release that does not serve this any more; empty if none is known.' }),
    useInstead: shown(5, string, { about: 'The version and kind to use instead; empty if nothing replaces it.' }),
    count: shown(6, int64, { about: 'How many such requests there were.' }),
    firstSeen: optional(7, time, { about: 'The time of the first one.' }),
    lastSeen: optional(8, time, { about: 'The time of the last one.' }),
  },
  { about: 'A client that still asks for a version that is deprecated.' },
);
export type DeprecatedRequest = TypeOf<typeof DeprecatedRequest>;

export const DeprecatedRequestList = listOf(DeprecatedRequest);
