import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createApiScheme } from '@keelson/api';
import type { RequestTarget, ResourceRequestAttributes } from '@keelson/meta';
import { allVerbs, createScheme, type Resource, type Scheme } from '@keelson/schema';

import { cacheRoutes } from './route-cache.ts';
import { parseUrl, type Query } from './request-url.ts';
import { createFindRoute, type Route } from './route.ts';
import { customGroup, declareCustom, type CustomDeclaration } from './testing/declare-custom.ts';

interface Declared extends CustomDeclaration {
  readonly parts: readonly string[];
  readonly takesPath: boolean;
}

/** Names that a path without declarations would take for something else, among some that it would not. */
const plurals = ['status', 'finalize', 'namespaces', 'watch', 'proxy', 'widgets', 'a'] as const;

/** Declarations of random scopes and verbs, as custom resources may bring them. */
const declarations = fc
  .uniqueArray(
    fc.record({
      plural: fc.constantFrom(...plurals),
      scope: fc.constantFrom('Namespaced' as const, 'Cluster' as const),
      verbs: fc.oneof(fc.constant([...allVerbs]), fc.subarray([...allVerbs])),
      parts: fc.subarray(['status', 'finalize', 'proxy', 'watch', 'namespaces']),
      takesPath: fc.boolean(),
    }),
    { selector: ({ plural }) => plural, maxLength: plurals.length },
  )
  .map((all) => createScheme({ resources: all.map(declare) }));

function declare({ parts, takesPath, ...rest }: Declared): Resource {
  const verbs = ['get', 'update', 'create'] as const;
  const subresource = takesPath
    ? ({ kind: 'proxy', verbs, takesPath, leadsTo: { kind: 'endpoints' } } as const)
    : ({ kind: 'part', verbs, writes: ['status'] } as const);
  return declareCustom({ ...rest, subresources: Object.fromEntries(parts.map((part) => [part, subresource])) });
}

const segment = fc.constantFrom(...plurals, 'namespaces', 'watch', 'b', '', 'a%2Fb', 'pods', 'nodes', 'configmaps');
const query = fc.constantFrom(
  ...['', '', '?watch=1', '?watch=false', '?watch', '?fieldSelector=metadata.name%3Db', '?fieldSelector=a%3Db'],
  ...['?watch=1&fieldSelector=metadata.name=a', '?fieldSelector=metadata.name%3Da%2Fb', '?name=c&namespace=d'],
);
const method = fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'watch');
const request = fc
  .tuple(
    method,
    fc.constantFrom(`/apis/${customGroup}/v1`, '/api/v1', '/apis/batch/v1'),
    fc.array(segment, { maxLength: 7 }),
    query,
  )
  .map(([how, root, parts, text]) => [how, [root, ...parts].join('/') + text] as const);

function routesOf(scheme: Scheme): (how: string, url: string) => Route {
  const find = createFindRoute({ scheme, isServed: () => true });
  return (how, url) => {
    const found = find(how, url);
    if (!found.ok) throw new Error(found.message);
    return found.route;
  };
}

/** The segments that a client writes for a target. */
function segmentsTo({ resource: { plural }, namespace, name, subresource }: RequestTarget): string[] {
  const names = [name, subresource].filter((each) => each !== undefined);
  return [...(namespace === undefined ? [] : ['namespaces', namespace]), plural, ...names];
}

describe('a route', () => {
  it('is authorized as exactly what is carried out, whatever is declared', () => {
    fc.assert(
      fc.property(declarations, fc.array(request, { minLength: 1, maxLength: 10 }), (scheme, requests) => {
        const routeOf = routesOf(scheme);
        for (const [how, url] of requests) {
          const { info, attributes, url: parsed } = routeOf(how, url);
          if (info.kind !== 'resource') continue;
          const { target, verb } = info;
          const { group: own, version, plural } = target.resource;
          const selected = verb === 'list' || verb === 'watch' ? selectedIn(parsed.query) : '';
          const isSelected = attributes.kind === 'resource' && target.name === undefined && attributes.name !== '';
          expect(attributes).toEqual({
            kind: 'resource',
            ...{ verb, group: own, version, resource: plural, subresource: target.subresource ?? '' },
            namespace: target.namespace ?? '',
            name: target.name ?? (isSelected ? selected : ''),
          });
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('has the target whose path was asked for, and a verb that the target declares', () => {
    fc.assert(
      fc.property(declarations, fc.array(request, { minLength: 1, maxLength: 10 }), (scheme, requests) => {
        const routeOf = routesOf(scheme);
        for (const [how, url] of requests) {
          const { info } = routeOf(how, url);
          if (info.kind !== 'resource') continue;
          const { target, verb } = info;
          const part = target.subresource === undefined ? undefined : target.resource.subresources[target.subresource];
          expect((part ?? target.resource).verbs).toContain(verb);
          const parsed = parseUrl(url);
          const given = parsed.ok ? parsed.url.parts.slice(3) : [];
          const segments = segmentsTo(target);
          const [own, watched] = [given.slice(0, segments.length), given.slice(1, segments.length + 1)];
          expect(verb === 'watch' && given[0] === 'watch' ? [own, watched] : [own]).toContainEqual(segments);
          expect([...segments, ...segments]).not.toContain('');
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('comes out of the cache as it is read anew', () => {
    fc.assert(
      fc.property(declarations, fc.array(request, { minLength: 1, maxLength: 20 }), (scheme, requests) => {
        const plain = createFindRoute({ scheme, isServed: () => true });
        const cached = cacheRoutes({ scheme }, plain);
        for (const [how, url] of requests) {
          const [one, other] = [plain(how, url), cached(how, url)];
          if (!one.ok || !other.ok) throw new Error('a path is not read');
          expect(other.route.info).toEqual(one.route.info);
          expect(other.route.attributes).toEqual(one.route.attributes);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('of the kinds of the API is authorized as the position of its segments says, declared or not', () => {
    const routeOf = routesOf(createApiScheme());
    fc.assert(
      fc.property(request, ([how, url]) => {
        const { attributes, url: parsed } = routeOf(how, url);
        if (attributes.kind === 'path') return;
        expect(attributes).toEqual(readByPosition(how, url, parsed.query));
      }),
      { numRuns: 3_000 },
    );
  });
});

function selectedIn(given: Query): string {
  const { 1: name = '' } = /^metadata\.name=(.*)$/.exec(given.first('fieldSelector') ?? '') ?? [];
  return name.includes('/') ? '' : name;
}

/** The reading of 1.24, which knows no declarations: written for this test alone. */
function readByPosition(how: string, url: string, given: Query): ResourceRequestAttributes {
  const { own, version, rest } = splitPath(url);
  const special = /^(watch|proxy)$/.test(String(rest[0])) && rest.length > 1 ? rest.shift() : undefined;
  const namespace = takeNamespace(rest);
  const [plural = '', name = '', subresource = ''] = rest;
  const verb = special ?? verbByMethod(how, name === '', given);
  const isSelecting = special === undefined && name === '' && ['list', 'watch'].includes(verb);
  const names = { resource: plural, subresource, name: isSelecting ? selectedIn(given) : name };
  return { kind: 'resource', verb, group: own, version, namespace, ...names };
}

function takeNamespace(rest: string[]): string {
  const [first, namespace = '', third = ''] = rest;
  if (first !== 'namespaces') return '';
  if (rest.length > 2 && third !== 'status' && third !== 'finalize') rest.splice(0, 2);
  return namespace;
}

function splitPath(url: string): { own: string; version: string; rest: string[] } {
  const [path] = url.split('?');
  const [root, ...parts] = String(path).replace(/\/$/, '').split('/').slice(1).map(decodeURIComponent);
  const [own, version, ...rest] = root === 'api' ? ['', ...parts] : parts;
  return { own: String(own), version: String(version), rest };
}

function verbByMethod(how: string, isCollection: boolean, given: Query): string {
  const isWatch = given.has('watch') && !['false', '0'].includes(String(given.first('watch')));
  const reading = isCollection ? (isWatch ? 'watch' : 'list') : 'get';
  const verbs: Readonly<Record<string, string>> = {
    ...{ GET: reading, HEAD: reading, POST: 'create', PUT: 'update', PATCH: 'patch' },
    DELETE: isCollection ? 'deletecollection' : 'delete',
  };
  return verbs[how] ?? '';
}
