/** The kind that a stored object says it is, which must be the one that the folder of its key holds. */
import { parseGroupVersion } from '@keelson/meta';
import type { Resource, Scheme, TypeMeta } from '@keelson/schema';

export interface NamedKind {
  readonly typeMeta: Required<TypeMeta>;
  /** Of the version that the object is in. */
  readonly resource: Resource;
}

/** Or why there is none that the folder of `stored` holds, as a clause. Any version of the kind may be there. */
export function findNamedKind(scheme: Scheme, stored: Resource, typeMeta: Required<TypeMeta>): NamedKind | string {
  const { kind, apiVersion } = typeMeta;
  const parsed = parseGroupVersion(apiVersion);
  const resource = parsed.ok ? scheme.resourceOfKind({ ...parsed.groupVersion, kind }) : undefined;
  if (resource?.storage.kind !== 'stored') {
    return `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`;
  }
  if (scheme.storageOf(resource) === stored) return { typeMeta, resource };
  return `it is a ${kind} of ${apiVersion}, which does not belong into the folder of its key`;
}
