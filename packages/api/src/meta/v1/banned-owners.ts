/** Kinds that cannot be owners, since their objects expire. Older versions of the same kind can be. */
import type { GroupVersionKind } from '@keelson/schema';

import type { ApiVersion } from '../../api-version.ts';

export const bannedOwners: readonly GroupVersionKind[] = [{ group: '', version: 'v1', kind: 'Event' }];

export function withBannedOwners(versions: readonly ApiVersion[]): readonly ApiVersion[] {
  return versions.map((version) => ({
    ...version,
    resources: version.resources.map((resource) => Object.freeze({ ...resource, bannedOwners })),
  }));
}
