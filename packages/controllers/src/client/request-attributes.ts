/** A request to an API as authorization sees it, out of its method and path. */
import type { RequestAttributes } from '@keelson/meta';

const verbs: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', PATCH: 'patch' };

/** `path` is one of a group that has a name: `/apis/GROUP/VERSION`, or below it. */
export function attributesOfRequest(method: string, path: string): RequestAttributes {
  const mark = path.indexOf('?');
  const place = mark < 0 ? path : path.slice(0, mark);
  const parts = place.split('/').map(decodeURIComponent);
  const at = (index: number): string => parts[index] ?? '';
  if (parts.length <= firstOfResource) return { kind: 'path', verb: method.toLowerCase(), path: place };
  const isWithin = at(firstOfResource) === 'namespaces' && parts.length > firstOfResource + 2;
  const first = isWithin ? firstOfResource + 2 : firstOfResource;
  const [resource, name, subresource] = [at(first), at(first + 1), at(first + 2)];
  const isWatch = new URLSearchParams(path.slice(place.length)).get('watch') === 'true';
  const verb = verbs[method] ?? verbOf(method, name !== '', isWatch);
  const [group, version] = [at(2), at(3)];
  const namespace = isWithin ? at(firstOfResource + 1) : '';
  return { kind: 'resource', verb, group, version, resource, subresource, namespace, name };
}

/** `['', 'apis', group, version, …]`. */
const firstOfResource = 4;

function verbOf(method: string, isNamed: boolean, isWatch: boolean): string {
  if (method === 'DELETE') return isNamed ? 'delete' : 'deletecollection';
  if (isNamed) return 'get';
  return isWatch ? 'watch' : 'list';
}
