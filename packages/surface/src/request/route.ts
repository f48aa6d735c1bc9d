/**
 * Everything that the first line of a request tells: one reading of its URL, from which both follow, what it asks to be
 * allowed and what is carried out.
 */
import type { RequestAttributes } from '@keelson/meta';
import type { Resource, Scheme } from '@keelson/schema';

import { readApiPath } from './api-path.ts';
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
  /** Declared and not turned off. */
  readonly isServed: (resource: Resource) => boolean;
}

export function createFindRoute(routes: Routes): FindRoute {
  return (method, text) => {
    const parsed = parseUrl(text);
    return parsed.ok ? { ok: true, route: routeOf(routes, method, parsed.url) } : parsed;
  };
}

function routeOf({ scheme, isServed }: Routes, method: string, url: ParsedUrl): Route {
  const path = readApiPath(url.parts);
  if (path === undefined) return { url, info: { kind: 'path' }, attributes: attributesOfPage(method, url) };
  const isKnown = scheme.hasVersion(path.group, path.version);
  const found = isKnown ? findTarget(scheme, path) : undefined;
  if (found === undefined || !isServed(found.target.resource)) {
    const kind = isKnown && found === undefined ? 'noResource' : 'path';
    return { url, info: { kind }, attributes: attributesOfPath(method, path, url) };
  }
  const { target, isWatchPath } = found;
  const verb = verbOf(method, target.name ?? '', isWatchPath, url.query);
  const attributes = attributesOfTarget(target, verb, isWatchPath, url.query);
  const isThere = isCarriedOut(verb, method, target);
  return { url, info: isThere ? { kind: 'resource', verb, target } : { kind: 'noVerb', target }, attributes };
}
