/** The version in which the server is asked for objects of a kind: their stored form may be one that nobody is served. */
import { compareVersions } from '@keelson/meta';
import type { Resource, Scheme } from '@keelson/schema';

export type VersionsOfKinds = Pick<Scheme, 'versionsOf'>;

/**
 * The stored version if it is served, since nothing is lost on the way to it and back; else the most stable one.
 * Returns `undefined` where no version `serves`.
 */
export function servedVersion(
  scheme: VersionsOfKinds,
  stored: Resource,
  serves: (version: Resource) => boolean,
): Resource | undefined {
  if (serves(stored)) return stored;
  const isStored = ({ group, version }: Resource): boolean => group === stored.group && version === stored.version;
  const [best] = scheme
    .versionsOf(stored)
    .filter(serves)
    .sort((a, b) => Number(isStored(b)) - Number(isStored(a)) || compareVersions(a.version, b.version));
  return best;
}
