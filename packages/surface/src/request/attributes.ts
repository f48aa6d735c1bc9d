/** The authorization attributes of a request. */
import { parseFieldSelector, pathSegmentName, requiredFieldValue } from '@keelson/meta';
import type { PathRequestAttributes, RequestTarget, ResourceRequestAttributes } from '@keelson/meta';

import { namesInPath, verbInPath, type ApiPath } from './api-path.ts';
import type { Query, RequestUrl } from './request-url.ts';
import { verbOf, type RequestVerb } from './request-verb.ts';

/** Of a target that was found: what is authorized is what would be carried out, by construction. */
export function attributesOfTarget(
  target: RequestTarget,
  verb: RequestVerb,
  isWatchPath: boolean,
  query: Query,
): ResourceRequestAttributes {
  const { resource, subresource = '', name } = target;
  // A namespace is authorized as an object within itself.
  const namespace = target.namespace ?? (resource.purpose?.kind === 'namespace' ? name : undefined) ?? '';
  return {
    kind: 'resource',
    group: resource.group,
    version: resource.version,
    namespace,
    resource: resource.plural,
    name: name ?? (isWatchPath ? '' : selectedName(verb, query)),
    subresource,
    verb,
  };
}

/** Of a path where nothing was found: nothing is carried out there, whatever is allowed. */
export function attributesOfPath(method: string, path: ApiPath, { query }: RequestUrl): ResourceRequestAttributes {
  const { group, version, rest } = path;
  const stated = verbInPath(rest);
  const { namespace, resource, name, subresource } = namesInPath(stated === undefined ? rest : rest.slice(1));
  const verb = stated ?? verbOf(method, name, false, query);
  const selected = name === '' && stated === undefined ? selectedName(verb, query) : name;
  return { kind: 'resource', group, version, namespace, resource, name: selected, subresource, verb };
}

export function attributesOfPage(method: string, { path }: RequestUrl): PathRequestAttributes {
  return { kind: 'path', verb: method.toLowerCase(), path };
}

/** A list or watch selected by `metadata.name` is authorized for that name. Invalid names are rejected later. */
function selectedName(verb: string, query: Query): string {
  if (verb !== 'list' && verb !== 'watch') return '';
  const text = query.first('fieldSelector') ?? '';
  if (text === '') return '';
  const parsed = parseFieldSelector(text);
  const name = parsed.ok ? (requiredFieldValue(parsed.selector, 'metadata.name') ?? '') : '';
  return pathSegmentName.check(name).length === 0 ? name : '';
}
