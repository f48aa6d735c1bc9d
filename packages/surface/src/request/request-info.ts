/**
 * The subject of a request in API terms: a verb on a place, or a non-resource path.
 * Derived from the declarations; the user does not matter here.
 */
import type { RequestTarget } from '@keelson/meta';
import type { Resource, Scheme, Verb } from '@keelson/schema';

import type { ParsedTarget, Target } from './target.ts';

export interface ResourceRequest {
  readonly kind: 'resource';
  readonly verb: Verb;
  readonly place: RequestTarget;
}

export type RequestInfo =
  | ResourceRequest
  /** Not below a version of a group: discovery, health, metrics and the like. */
  | { readonly kind: 'path' }
  /** Below a version that is served, but nothing is there. */
  | { readonly kind: 'noResource' }
  /** The path exists, but not for this method, or for none at all. `place` is for the metrics. */
  | { readonly kind: 'noVerb'; readonly place?: RequestTarget };

interface Location {
  readonly group: string;
  readonly version: string;
  /** The path segments after the version. */
  readonly rest: readonly string[];
  readonly isWatch: boolean;
}

export interface Routes {
  readonly scheme: Scheme;
  /** Declared and not turned off. */
  readonly isServed: (resource: Resource) => boolean;
}

export function requestInfo({ scheme, isServed }: Routes, method: string, target: ParsedTarget): RequestInfo {
  const location = locate(target.parts);
  if (location === undefined || !scheme.hasVersion(location.group, location.version)) return { kind: 'path' };
  const place = findPlace(scheme, location);
  if (place === undefined) return { kind: 'noResource' };
  if (!isServed(place.resource)) return { kind: 'path' };
  const verb = verbOf(method, place, location, target);
  return verb === undefined ? { kind: 'noVerb', place } : { kind: 'resource', verb, place };
}

function locate(parts: readonly string[]): Location | undefined {
  const [root, first, second] = parts;
  const isCore = root === 'api';
  if (!isCore && root !== 'apis') return undefined;
  const rest = parts.slice(isCore ? 2 : 3);
  if (rest.length === 0) return undefined;
  const isWatch = rest[0] === 'watch' && rest.length > 1;
  const [group, version] = isCore ? ['', first] : [first, second];
  return { group: group ?? '', version: version ?? '', rest: isWatch ? rest.slice(1) : rest, isWatch };
}

function findPlace(scheme: Scheme, { group, version, rest }: Location): RequestTarget | undefined {
  const [first = '', second, third, ...more] = rest;
  if (first === 'namespaces' && third !== undefined) {
    const within = placeOf(scheme.resource(group, version, third), { namespace: second ?? '', rest: more });
    if (within !== undefined) return within;
  }
  return placeOf(scheme.resource(group, version, first), { namespace: undefined, rest: rest.slice(1) });
}

function placeOf(
  resource: Resource | undefined,
  { namespace, rest }: { namespace: string | undefined; rest: readonly string[] },
): RequestTarget | undefined {
  const [name, subresource, ...more] = rest;
  if (resource === undefined) return undefined;
  if (
    (namespace !== undefined) !== (resource.scope === 'Namespaced') &&
    !isAcrossNamespaces(resource, namespace, name)
  ) {
    return undefined;
  }
  if (subresource !== undefined && !hasSubresource(resource, subresource, more)) return undefined;
  if (name !== undefined && subresource === undefined && !hasObjects(resource)) return undefined;
  return { resource, namespace, name, subresource };
}

function hasSubresource({ subresources }: Resource, name: string, path: readonly string[]): boolean {
  if (!Object.hasOwn(subresources, name)) return false;
  return path.length === 0 || subresources[name]?.takesPath === true;
}

/** Resources with only the create verb, such as reviews, have no objects to name. */
function hasObjects({ verbs }: Resource): boolean {
  return verbs.some((verb) => verb === 'get' || verb === 'update' || verb === 'patch' || verb === 'delete');
}

/** Namespaced resources are also listed and watched across all namespaces. */
function isAcrossNamespaces(resource: Resource, namespace: string | undefined, name: string | undefined): boolean {
  return resource.scope === 'Namespaced' && namespace === undefined && name === undefined;
}

function verbOf(method: string, place: RequestTarget, { isWatch }: Location, { query }: Target): Verb | undefined {
  const { resource, name, subresource: part } = place;
  const subresource = part === undefined ? undefined : resource.subresources[part];
  if (subresource?.isProxied === true) return undefined;
  const verb =
    name === undefined
      ? collectionVerb(method, place, isTrue(query.first('watch')) || isWatch)
      : objectVerb(method, place, isWatch);
  if (verb === undefined) return undefined;
  return (subresource ?? resource).verbs.includes(verb) ? verb : undefined;
}

function collectionVerb(method: string, { resource, namespace }: RequestTarget, isWatch: boolean): Verb | undefined {
  const isAcross = resource.scope === 'Namespaced' && namespace === undefined;
  switch (method) {
    case 'GET':
      return isWatch ? 'watch' : 'list';
    case 'POST':
      return isAcross ? undefined : 'create';
    case 'DELETE':
      return isAcross ? undefined : 'deletecollection';
    default:
      return undefined;
  }
}

function objectVerb(method: string, { subresource }: RequestTarget, isWatch: boolean): Verb | undefined {
  switch (method) {
    case 'GET':
    case 'HEAD':
      return isWatch && subresource === undefined ? 'watch' : 'get';
    case 'POST':
      return subresource === undefined ? undefined : 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return 'delete';
    default:
      return undefined;
  }
}

/** As the API reads booleans in a query: there and not `false` or `0`. */
export function isTrue(value: string | undefined): boolean {
  return value !== undefined && value !== 'false' && value !== '0';
}
