/** All that is known of a request by its first line: what it is about, and what it asks to be allowed. */
import type { RequestAttributes } from '@keelson/meta';

import { attributesOf } from './attributes.ts';
import { requestInfo, type RequestInfo, type Routes } from './request-info.ts';
import { parseTarget, type Target } from './target.ts';

export interface Route {
  readonly target: Target;
  readonly info: RequestInfo;
  readonly attributes: RequestAttributes;
}

export type RouteResult =
  { readonly ok: true; readonly route: Route } | { readonly ok: false; readonly message: string };

export type FindRoute = (method: string, url: string) => RouteResult;

export function createFindRoute(routes: Routes): FindRoute {
  return (method, url) => {
    const parsed = parseTarget(url);
    if (!parsed.ok) return parsed;
    const { target } = parsed;
    const route = { target, info: requestInfo(routes, method, target), attributes: attributesOf(method, target) };
    return { ok: true, route };
  };
}
