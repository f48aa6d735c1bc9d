/**
 * The authorization attributes of a request, from its path, method and parameters alone,
 * so that a refusal does not reveal which resources exist.
 */
import { parseFieldSelector, pathSegmentName, type RequestAttributes, requiredFieldValue } from '@keelson/meta';

import { isTrue } from './request-info.ts';
import type { ParsedTarget, Target } from './target.ts';

/** Parts of a namespace itself, not resources within it. */
const partsOfNamespaces = new Set(['status', 'finalize']);

export function attributesOf(method: string, target: ParsedTarget): RequestAttributes {
  const { parts, path } = target;
  const isCore = parts[0] === 'api';
  const start = isCore ? 2 : 3;
  if ((!isCore && parts[0] !== 'apis') || parts.length <= start) {
    return { kind: 'path', verb: method.toLowerCase(), path };
  }
  const [group = '', version = ''] = isCore ? ['', parts[1]] : [parts[1], parts[2]];
  const isWatch = parts[start] === 'watch' && parts.length > start + 1;
  const { namespace, resource, name, subresource } = namesIn(parts.slice(isWatch ? start + 1 : start));
  const verb = verbOf(method, target, name, isWatch);
  const authorizedName = name === '' && !isWatch ? selectedName(verb, target) : name;
  return { kind: 'resource', group, version, namespace, resource, name: authorizedName, subresource, verb };
}

/** A list or watch selected by `metadata.name` is authorized for that name. Invalid names are rejected later. */
function selectedName(verb: string, { query }: Target): string {
  const text = query.first('fieldSelector') ?? '';
  if (text === '' || (verb !== 'list' && verb !== 'watch')) return '';
  const parsed = parseFieldSelector(text);
  const name = parsed.ok ? (requiredFieldValue(parsed.selector, 'metadata.name') ?? '') : '';
  return pathSegmentName.check(name).length === 0 ? name : '';
}

interface Names {
  readonly namespace: string;
  readonly resource: string;
  readonly name: string;
  readonly subresource: string;
}

function namesIn(parts: readonly string[]): Names {
  const [first = '', second = '', third] = parts;
  if (first !== 'namespaces') return { namespace: '', resource: first, name: second, subresource: third ?? '' };
  if (third === undefined || partsOfNamespaces.has(third)) {
    return { namespace: second, resource: first, name: second, subresource: third ?? '' };
  }
  const [, , resource = '', name = '', subresource = ''] = parts;
  return { namespace: second, resource, name, subresource };
}

function verbOf(method: string, { query }: Target, name: string, isWatch: boolean): string {
  switch (method) {
    case 'POST':
      return 'create';
    case 'GET':
    case 'HEAD':
      if (isWatch || (name === '' && isTrue(query.first('watch')))) return 'watch';
      return name === '' ? 'list' : 'get';
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
