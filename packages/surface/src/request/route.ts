/**
 * Everything that the first line of a request tells: one reading of its URL, from which both follow, what it asks to be
 * allowed and what is carried out.
 */
import type { RequestAttributes } from '@keelson/meta';
import type { Resource, Scheme } from '@keelson/schema';

import { readApiPath, type ApiPath } from './api-path.ts';
import { attributesOfPage, attributesOfPath, attributesOfTarget } from './attributes.ts';
import { findTarget } from './find-target.ts';
import type { RequestInfo } from './request-info.ts';
import { parseUrl, type ParsedUrl, type RequestUrl } from './request-url.ts';
import { isCarriedOut, verbOf } from './request-verb.ts';

export interface Route {
  readonly url: RequestUrl;
  readonly info: RequestInfo;
  readonly attributes: RequestAttributes;
}

export type RouteResult =
  { readonly ok: true; readonly route: Route } | { readonly ok: false; readonly message: string };

export type FindRoute = (method: string, url: string) => RouteResult;

export interface Routes {
  readonly scheme: Scheme;
  /**
   * Resolves when the resources that were defined at the time of the call are in the scheme. Absent where none come at run
   * time.
   */
  readonly caughtUp?: (() => Promise<void>) | undefined;
  /** Declared and not turned off. */
  readonly isServed: (resource: Resource) => boolean;
}

export function createFindRoute(routes: Routes): FindRoute {
  return (method, text) => {
    const parsed = parseUrl(text);
    return parsed.ok ? { ok: true, route: routeOf(routes, method, parsed.url) } : parsed;
  };
}

const pathInfo: RequestInfo = { kind: 'path' };
const undefinedPath: RequestInfo = { kind: 'path', mayBeDefined: true };

/** Discovery of a group that is not known, or of a version that is not. */
function pageInfo(scheme: Scheme, { parts }: ParsedUrl): RequestInfo {
  const [root, group = '', version = ''] = parts;
  if (root !== 'apis' || group === '' || scheme.hasBuiltIn(group, version)) return pathInfo;
  return version === '' || !scheme.hasVersion(group, version) ? undefinedPath : pathInfo;
}

/** Only built-in groups say that they have no such resource; elsewhere there is just no page. */
function missingInfo(scheme: Scheme, path: ApiPath): RequestInfo {
  const { group, version, rest } = path;
  if (group === '') return scheme.hasVersion(group, version) ? { kind: 'noResource' } : pathInfo;
  if (scheme.hasBuiltIn(group, version)) return { kind: 'noResource', mayBeDefined: true };
  const object = findTarget(scheme, { group, version, rest: rest.slice(0, -1) })?.target;
  if (object?.name === undefined || object.subresource !== undefined) return undefinedPath;
  return { kind: 'noSubresource', target: object };
}

function routeOf({ scheme, isServed }: Routes, method: string, url: ParsedUrl): Route {
  const path = readApiPath(url.parts);
  if (path === undefined) return { url, info: pageInfo(scheme, url), attributes: attributesOfPage(method, url) };
  const isKnown = scheme.hasVersion(path.group, path.version);
  const found = isKnown ? findTarget(scheme, path) : undefined;
  if (found === undefined || !isServed(found.target.resource)) {
    const info = found === undefined ? missingInfo(scheme, path) : pathInfo;
    return { url, info, attributes: attributesOfPath(method, path, url) };
  }
  const { target, isWatchPath } = found;
  const verb = verbOf(method, target.name ?? '', isWatchPath, url.query);
  const attributes = attributesOfTarget(target, verb, isWatchPath, url.query);
  const isThere = isCarriedOut(verb, method, target);
  return { url, info: isThere ? { kind: 'resource', verb, target } : { kind: 'noVerb', target }, attributes };
}
