/** Makes what a caller asks for, in names, into a stretch of keys and a question about each object. */
import { selectableAttributes } from '../resources/resource.ts';
import type { ObjectAttributes, ObjectVersion } from '../objects/object-version.ts';
import type { CachedResource } from '../resources/resource.ts';
import type { ListQuery } from './listing.ts';
import { folderOf } from '../resources/scope.ts';
import type { KeyScope } from '../resources/scope.ts';

/** Returns true for objects to include. Must depend on the attributes alone. The read rejects with what it throws. */
export type Selector = (attributes: ObjectAttributes) => boolean;

export interface ListRequest extends KeyScope {
  readonly selector?: Selector | undefined;
  /** Maximum number of objects, at least 1. */
  readonly limit?: number | undefined;
  /**
   * If true, a list without pages goes on past unreadable values and reports them beside the
   * objects. Otherwise it fails, as does a list of one name.
   */
  readonly collectsUnreadable?: boolean | undefined;
  /** The `continueAfter` of the page before, which must be asked for at that page's revision. */
  readonly after?: string | undefined;
}

/** The filter of a request; `undefined` accepts every object. */
export type Accepts = ((object: ObjectVersion) => boolean) | undefined;

/** `undefined`: nothing can be called so. */
export function queryOf(resource: CachedResource, request: ListRequest): ListQuery | undefined {
  const folder = folderOf(resource, request.namespace);
  if (folder === undefined) return undefined;
  const { limit, after } = request;
  const acceptsKey = acceptsName(request.name);
  return {
    folder,
    accepts: bothOf(acceptsKey, acceptsAttributes(resource, request.selector)),
    acceptsKey,
    collectsUnreadable: request.collectsUnreadable ?? false,
    limit,
    after: after === undefined ? undefined : `${resource.folder}${after}`,
  };
}

export function acceptsAttributes(resource: CachedResource, selector: Selector | undefined): Accepts {
  return selector && ((object) => selector(selectableAttributes(resource, object)));
}

/** The name is the last part of a key, so it needs no parsing. */
function acceptsName(name: string | undefined): ListQuery['acceptsKey'] {
  if (name === undefined) return undefined;
  const ending = `/${name}`;
  return (key) => key.endsWith(ending);
}

function bothOf(acceptsKey: ListQuery['acceptsKey'], accepts: Accepts): Accepts {
  if (acceptsKey === undefined) return accepts;
  return (object) => acceptsKey(object.key) && accepts?.(object) !== false;
}
