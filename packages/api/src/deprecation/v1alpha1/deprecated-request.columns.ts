/** Table columns of DeprecatedRequest. */
import { groupVersion, type Column } from '@keelson/schema';

import { printAge } from '../../printing/age.ts';
import type { DeprecatedRequest } from './deprecated-request.ts';

const text = (name: string, about: string, cell: (object: DeprecatedRequest) => string): Column<DeprecatedRequest> => ({
  name,
  type: 'string',
  about,
  cell,
});

export const deprecatedRequestColumns: readonly Column<DeprecatedRequest>[] = [
  {
    ...text('Name', 'Made of the client and of what it asks for.', ({ metadata }) => metadata.name ?? ''),
    format: 'name',
  },
  text('Client', 'The user.', ({ client }) => client.user),
  text('User-Agent', 'The program, as it names itself.', ({ client }) => client.userAgent),
  text('Version', 'The deprecated version.', ({ request }) => versionOf(request)),
  text('Resource', 'The resource, with its subresource.', ({ request }) =>
    [request.resource, request.subresource].filter((part) => part !== '').join('/'),
  ),
  text('Verb', 'What was asked for.', ({ request }) => request.verb),
  text('Removed-In', 'The release without it.', ({ removedIn }) => removedIn),
  text('Use-Instead', 'What replaces it.', ({ useInstead }) => useInstead),
  { name: 'Count', type: 'integer', about: 'The number of requests.', cell: ({ count }) => count },
  {
    name: 'Last-Seen',
    type: 'string',
    about: 'The time since the last request.',
    cell: ({ lastSeen }, { now }) => printAge(lastSeen ?? null, now),
  },
  { ...text('Sources', 'The addresses it asked from.', ({ client }) => client.sources?.join(',') ?? ''), priority: 1 },
];

function versionOf({ group, version }: DeprecatedRequest['request']): string {
  return groupVersion({ group, version });
}
