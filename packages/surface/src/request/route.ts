/**
 * Everything that the first line of a request tells: one reading of its URL, from which both follow, what it asks to be
 * allowed and what is carried out.
 */
import { isLongRunning, type RequestAttributes, type RequestTarget } from '@keelson/meta';
import type { Resource, Scheme } from '@keelson/schema';

import { readApiPath, type ApiPath } from './api-path.ts';
import { attributesOfPage, attributesOfPath, attributesOfTarget } from './attributes.ts';
import { findTarget } from './find-target.ts';
import type { RequestInfo } from './request-info.ts';
import { parseUrl, type ParsedUrl, type RequestUrl } from './request-url.ts';
import { isCarriedOut, isConnection, verbOf, type RequestVerb } from './request-verb.ts';

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
  /** True for versions of groups that another server serves, whatever is declared here. Absent where there are none. */
  readonly isRemote?: ((group: string, version: string) => boolean) | undefined;
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

function routeOf(routes: Routes, method: string, url: ParsedUrl): Route {
  const { scheme, isServed } = routes;
  const path = readApiPath(url.parts);
  const remote = routes.isRemote === undefined ? undefined : remoteRoute(routes.isRemote, method, url);
  if (remote !== undefined) return remote;
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
  return { url, info: infoOf(verb, method, target), attributes };
}

function infoOf(verb: RequestVerb, method: string, target: RequestTarget): RequestInfo {
  if (isCarriedOut(verb, method, target)) return { kind: 'resource', verb, target };
  return { kind: isConnection(verb, method, target) ? 'connection' : 'noVerb', target };
}

function remoteRoute(isRemote: NonNullable<Routes['isRemote']>, method: string, url: ParsedUrl): Route | undefined {
  const [group, version] = groupVersionOf(url);
  if (version === '' || !isRemote(group, version)) return undefined;
  const path = readApiPath(url.parts);
  const attributes = path === undefined ? attributesOfPage(method, url) : attributesOfPath(method, path, url);
  const { verb } = attributes;
  const staysOpen = verb === 'watch' || isLongRunning(attributes);
  return { url, info: { kind: 'remote', group, version, verb, isLongRunning: staysOpen }, attributes };
}

/** The version is empty where there is none. */
function groupVersionOf({
  parts: [root, first = '', second = ''],
}: ParsedUrl): readonly [group: string, version: string] {
  if (root === 'api') return ['', first];
  return root === 'apis' ? [first, second] : ['', ''];
}
