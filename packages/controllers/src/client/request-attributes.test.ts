import { expect, it } from '@jest/globals';

import { attributesOfRequest } from './request-attributes.ts';

const of = (method: string, path: string): string => {
  const attributes = attributesOfRequest(method, path);
  if (attributes.kind === 'path') return `${attributes.verb} ${attributes.path}`;
  const { verb, group, version, resource, subresource, namespace, name } = attributes;
  return [verb, `${group}/${version}`, resource, subresource, namespace, name].join(' ');
};

it.each([
  ['GET', '/apis/g.test/v1', 'get /apis/g.test/v1'],
  ['GET', '/apis/g.test/v1/things?limit=5', 'list g.test/v1 things   '],
  ['GET', '/apis/g.test/v1/things?watch=true', 'watch g.test/v1 things   '],
  ['GET', '/apis/g.test/v1/things/a', 'get g.test/v1 things   a'],
  ['DELETE', '/apis/g.test/v1/namespaces/n/things', 'deletecollection g.test/v1 things  n '],
  ['DELETE', '/apis/g.test/v1/namespaces/n/things/a%3Ab', 'delete g.test/v1 things  n a:b'],
  ['PATCH', '/apis/g.test/v1/namespaces/n/things/a/status', 'patch g.test/v1 things status n a'],
  ['DELETE', '/apis/g.test/v1/namespaces/n', 'delete g.test/v1 namespaces   n'],
])('reads %s %s', (method, path, expected) => {
  expect(of(method, path)).toBe(expected);
});
