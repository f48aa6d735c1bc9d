/** Places by name, since workers do not share the declarations of the main thread. */
import type { RequestTarget } from '@keelson/meta';
import type { Scheme } from '@keelson/schema';

import type { PlaceName } from './jobs.ts';

export function nameOfPlace({ resource, namespace, name, subresource }: RequestTarget): PlaceName {
  const { group, version, plural } = resource;
  return { group, version, plural, namespace, name, subresource };
}

/** Throws if the resource is not declared here: both sides have the same declarations. */
export function placeOfName(scheme: Scheme, { group, version, plural, ...rest }: PlaceName): RequestTarget {
  const resource = scheme.resource(group, version, plural);
  if (resource === undefined) throw new Error(`${plural} of ${group}/${version} is not declared`);
  return { resource, ...rest };
}
