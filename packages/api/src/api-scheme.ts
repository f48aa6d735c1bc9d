/** Builds the scheme of the whole catalog under a domain. */
import { createScheme } from '@keelson/schema';
import type { KnownKind, Scheme } from '@keelson/schema';

import type { ApiVersion } from './api-version.ts';
import { catalog } from './catalog.ts';
import { retiredCatalog } from './retired/retired-catalog.ts';

export interface ApiSchemeOptions {
  readonly domain?: string;
  /** Includes versions that can be decoded but are no longer served. */
  readonly includeRetired?: boolean;
}

export function createApiScheme({ includeRetired = false, ...options }: ApiSchemeOptions = {}): Scheme {
  // Served versions come first: reviews, which are never stored, are converted through them.
  const versions = includeRetired ? [...catalog, ...retiredCatalog] : catalog;
  return createScheme({
    ...options,
    resources: versions.flatMap(({ resources }) => resources),
    kinds: versions.flatMap(kindsOf),
  });
}

function kindsOf({ group, version, kinds }: ApiVersion): KnownKind[] {
  return kinds.map((message) => ({
    group,
    version,
    kind: message.name.slice(message.name.lastIndexOf('.') + 1),
    message,
  }));
}
