/** The scheme of everything the catalog holds, under a domain. */
import { createScheme } from '@keelson/schema';
import type { KnownKind, Scheme } from '@keelson/schema';

import { catalog } from './catalog.ts';

export function createApiScheme(options: { readonly domain?: string } = {}): Scheme {
  return createScheme({
    ...options,
    resources: catalog.flatMap(({ resources }) => resources),
    kinds: catalog.flatMap(({ group, version, kinds }): KnownKind[] =>
      kinds.map((message) => ({ group, version, kind: message.name.slice(message.name.lastIndexOf('.') + 1), message })),
    ),
  });
}
