/**
 * Caches the routes of URLs of single objects, by the part before the name: a client that
 * reads one object reads more beside it, and a look-up costs a sixth of parsing the URL.
 */
import type { RequestAttributes, ResourceRequestAttributes, RequestTarget } from '@keelson/meta';
import type { Scheme } from '@keelson/schema';

import type { RequestInfo } from './request-info.ts';
import type { FindRoute, Route, RouteResult, Routes } from './route.ts';
import { parseQuery } from './request-url.ts';

/** The common part of the URLs of one folder. */
interface Folder {
  readonly target: RequestTarget;
  readonly attributes: ResourceRequestAttributes;
}

/** A client that requests many nonexistent folders only makes the others be parsed again. */
const mostFolders = 1_000;
const longestPath = 500;

type Cached = Pick<Routes, 'isRemote'> & { readonly scheme: Pick<Scheme, 'edition'> };

export function cacheRoutes({ scheme, isRemote }: Cached, find: FindRoute): FindRoute {
  const folders = new Map<string, Folder>();
  let { edition } = scheme;

  const remember = (path: string, name: string): void => {
    // Parsed from a copy: slices of the original would keep the whole request in memory.
    const found = find('GET', copyOf(path + name));
    const folder = found.ok ? folderOf(found.route, name) : undefined;
    if (folder === undefined) return;
    if (folders.size >= mostFolders) folders.clear();
    folders.set(copyOf(path), folder);
  };

  /** A version may be registered with another server at any time. */
  const isElsewhere = ({ target: { resource } }: Folder): boolean =>
    isRemote !== undefined && isRemote(resource.group, resource.version);

  return (method, url) => {
    if (method !== 'GET') return find(method, url);
    if (edition !== scheme.edition) {
      folders.clear();
      ({ edition } = scheme);
    }
    const mark = url.indexOf('?');
    const start = url.lastIndexOf('/', mark < 0 ? url.length : mark) + 1;
    const path = url.slice(0, start);
    const name = mark < 0 ? url.slice(start) : url.slice(start, mark);
    // Names with escapes are not as they look.
    if (name === '' || name.includes('%')) return find(method, url);
    const folder = folders.get(path);
    if (folder !== undefined && !isElsewhere(folder)) return routeIn(folder, url, { name, mark });
    const found = find(method, url);
    if (start + name.length <= longestPath && found.ok && folderOf(found.route, name) !== undefined)
      remember(path, name);
    return found;
  };
}

/** Undefined unless the last part of the path is the name of an object and nothing besides. */
function folderOf({ info, attributes }: Route, name: string): Folder | undefined {
  if (info.kind !== 'resource' || info.verb !== 'get' || attributes.kind !== 'resource') return undefined;
  const { target } = info;
  const isObject = target.name === name && target.subresource === undefined && attributes.subresource === '';
  // Authorization attributes of a namespace have the namespace itself as their namespace.
  const isWithin = attributes.name === name && attributes.namespace === (target.namespace ?? '');
  // Below `watch`, the name itself decides what the path means.
  const mayBeWatch = target.namespace === undefined && target.resource.plural === 'watch';
  return isObject && isWithin && !mayBeWatch ? { target, attributes } : undefined;
}

function routeIn({ target, attributes }: Folder, text: string, at: { name: string; mark: number }): RouteResult {
  const { name, mark } = at;
  const { resource, namespace } = target;
  const url = { path: mark < 0 ? text : text.slice(0, mark), query: parseQuery(text, mark) };
  const info: RequestInfo = {
    kind: 'resource',
    verb: 'get',
    target: { resource, namespace, name, subresource: undefined },
  };
  return { ok: true, route: { url, info, attributes: attributesIn(attributes, name) } };
}

/** Written out: a copy of all properties takes several times as long. */
function attributesIn(
  { group, version, namespace, resource, verb }: ResourceRequestAttributes,
  name: string,
): RequestAttributes {
  return { kind: 'resource', group, version, namespace, resource, name, subresource: '', verb };
}

function copyOf(text: string): string {
  return Buffer.from(text).toString();
}
