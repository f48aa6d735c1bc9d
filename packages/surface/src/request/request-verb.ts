/** The verb of a request: the same for authorization and for what is carried out. */
import type { RequestTarget } from '@keelson/meta';
import type { Verb } from '@keelson/schema';

import type { Query } from './request-url.ts';

/** Empty for methods that stand for no verb. */
export type RequestVerb = Verb | '';

/** `name`: empty for collections. `isWatchPath`: the path itself states that it is a watch, whatever the method. */
export function verbOf(method: string, name: string, isWatchPath: boolean, query: Query): RequestVerb {
  if (isWatchPath) return 'watch';
  switch (method) {
    case 'POST':
      return 'create';
    case 'GET':
    case 'HEAD':
      if (name !== '') return 'get';
      return isTrue(query.first('watch')) ? 'watch' : 'list';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return name === '' ? 'deletecollection' : 'delete';
    default:
      return '';
  }
}

/** Returns true if the target has the verb, and the method may ask for it there. Nothing else is carried out. */
export function isCarriedOut(verb: RequestVerb, method: string, target: RequestTarget): verb is Verb {
  const { resource, subresource } = target;
  const part = subresource === undefined ? undefined : resource.subresources[subresource];
  // Its verb is that of GET, for authorization; no resource answers it.
  if (method === 'HEAD') return false;
  if (verb === '' || part?.kind === 'proxy' || !(part ?? resource).verbs.includes(verb)) return false;
  return isAskedRightly(verb, method, target);
}

const proxiedMethods: ReadonlySet<string> = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);

/** With a path, every method is proxied: the backend alone knows which it serves. */
export function isConnection(
  verb: RequestVerb,
  method: string,
  { resource, subresource, name }: RequestTarget,
): boolean {
  const part = subresource === undefined ? undefined : resource.subresources[subresource];
  if (name === undefined || part?.kind !== 'proxy') return false;
  if (part.takesPath === true) return proxiedMethods.has(method);
  return verb !== '' && method !== 'HEAD' && part.verbs.includes(verb);
}

function isAskedRightly(
  verb: Verb,
  method: string,
  { resource, namespace, name, subresource }: RequestTarget,
): boolean {
  const isAcrossNamespaces = resource.scope === 'Namespaced' && namespace === undefined;
  switch (verb) {
    case 'get':
    case 'update':
    case 'patch':
    case 'delete':
      return name !== undefined;
    case 'list':
    case 'watch':
      return method === 'GET' && subresource === undefined;
    case 'create':
      return name === undefined ? !isAcrossNamespaces : subresource !== undefined;
    case 'deletecollection':
      return !isAcrossNamespaces;
  }
}

/** As the API reads booleans in a query: there and not `false` or `0`. */
function isTrue(value: string | undefined): boolean {
  return value !== undefined && value !== 'false' && value !== '0';
}
