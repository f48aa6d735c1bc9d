/** Finds the target of a path in the declarations: their scopes and subresources decide what each segment means. */
import type { RequestTarget } from '@keelson/meta';
import type { Resource, Scheme } from '@keelson/schema';

import { verbInPath, type ApiPath } from './api-path.ts';

export interface FoundTarget {
  readonly target: RequestTarget;
  /** The path itself states that it is a watch. */
  readonly isWatchPath: boolean;
}

export function findTarget(scheme: Scheme, path: ApiPath): FoundTarget | undefined {
  if (verbInPath(path.rest) === 'watch') {
    const target = targetAt(scheme, path, 1);
    if (target !== undefined && target.subresource === undefined) return { target, isWatchPath: true };
  }
  const target = targetAt(scheme, path, 0);
  return target && { target, isWatchPath: false };
}

/** `start`: the index in `rest` of the segment that names the resource or `namespaces`. */
function targetAt(scheme: Scheme, { group, version, rest }: ApiPath, start: number): RequestTarget | undefined {
  const [first = '', second, third] = start === 0 ? rest : rest.slice(start);
  if (first === 'namespaces' && third !== undefined) {
    const within = targetOf(scheme.resource(group, version, third), second, rest.slice(start + 3));
    if (within !== undefined) return within;
  }
  return targetOf(scheme.resource(group, version, first), undefined, rest.slice(start + 1));
}

function targetOf(
  resource: Resource | undefined,
  namespace: string | undefined,
  rest: readonly string[],
): RequestTarget | undefined {
  const [name, subresource] = rest;
  if (resource === undefined || namespace === '' || name === '') return undefined;
  if (!isInScope(resource, namespace, name)) return undefined;
  if (subresource !== undefined && !hasSubresource(resource, subresource, rest.length > 2)) return undefined;
  if (name !== undefined && subresource === undefined && !hasObjects(resource)) return undefined;
  return { resource, namespace, name, subresource };
}

function hasSubresource({ subresources }: Resource, name: string, hasPath: boolean): boolean {
  if (!Object.hasOwn(subresources, name)) return false;
  if (!hasPath) return true;
  const subresource = subresources[name];
  return subresource?.kind === 'proxy' && subresource.takesPath === true;
}

function isInScope({ scope, verbs }: Resource, namespace: string | undefined, name: string | undefined): boolean {
  if ((namespace !== undefined) === (scope === 'Namespaced')) return true;
  // Namespaced resources are also listed and watched across all namespaces.
  return namespace === undefined && name === undefined && verbs.includes('list');
}

/** Resources with only the create verb, such as reviews, have no objects to name. */
function hasObjects({ verbs }: Resource): boolean {
  return verbs.some((verb) => verb === 'get' || verb === 'update' || verb === 'patch' || verb === 'delete');
}
