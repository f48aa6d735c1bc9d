import { describe, expect, it } from '@jest/globals';

import { createApiScheme } from '@keelson/api';

import { parseUrl, type ParsedUrl } from './request-url.ts';
import { createFindRoute, type Route, type Routes } from './route.ts';

const routes = { scheme: createApiScheme(), isServed: () => true };

function routeOf(method: string, text: string, where: Routes = routes): Route {
  const found = createFindRoute(where)(method, text);
  if (!found.ok) throw new Error(found.message);
  return found.route;
}

function parsedUrl(text: string): ParsedUrl {
  const parsed = parseUrl(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.url;
}

/** A request in short: verb, resource, namespace/name/subresource. */
function read(request: string): string {
  const [method = '', url = ''] = request.split(' ');
  const { info } = routeOf(method, url);
  if (info.kind !== 'resource') return info.kind;
  const { resource, namespace = '', name = '', subresource = '' } = info.target;
  return `${info.verb} ${resource.plural}.${resource.version} ${namespace}/${name}/${subresource}`;
}

describe('what a request is about', () => {
  const expected: readonly (readonly [request: string, reading: string])[] = [
    ['GET /api/v1/namespaces/a/configmaps', 'list configmaps.v1 a//'],
    ['GET /api/v1/namespaces/a/configmaps?watch=1', 'watch configmaps.v1 a//'],
    ['GET /api/v1/namespaces/a/configmaps?watch=false', 'list configmaps.v1 a//'],
    ['GET /api/v1/namespaces/a/configmaps/b', 'get configmaps.v1 a/b/'],
    ['POST /api/v1/namespaces/a/configmaps', 'create configmaps.v1 a//'],
    ['PUT /api/v1/namespaces/a/configmaps/b', 'update configmaps.v1 a/b/'],
    ['PATCH /api/v1/namespaces/a/configmaps/b', 'patch configmaps.v1 a/b/'],
    ['DELETE /api/v1/namespaces/a/configmaps/b', 'delete configmaps.v1 a/b/'],
    ['DELETE /api/v1/namespaces/a/configmaps', 'deletecollection configmaps.v1 a//'],
    ['GET /api/v1/configmaps', 'list configmaps.v1 //'],
    ['GET /api/v1/namespaces', 'list namespaces.v1 //'],
    ['GET /api/v1/namespaces/a', 'get namespaces.v1 /a/'],
    ['GET /api/v1/namespaces/a/', 'get namespaces.v1 /a/'],
    ['GET /api/v1/namespaces/a/status', 'get namespaces.v1 /a/status'],
    ['PUT /api/v1/namespaces/a/finalize', 'update namespaces.v1 /a/finalize'],
    ['GET /apis/batch/v1/namespaces/a/jobs/b/status', 'get jobs.v1 a/b/status'],
    ['GET /apis/node.k8s.io/v1beta1/runtimeclasses/b', 'get runtimeclasses.v1beta1 /b/'],
    ['GET /api/v1/watch/namespaces/a/configmaps', 'watch configmaps.v1 a//'],
    ['GET /api/v1/watch/namespaces/a/configmaps/b', 'watch configmaps.v1 a/b/'],
    ['POST /api/v1/namespaces/a/pods/b/binding', 'create pods.v1 a/b/binding'],
    ['GET /api/v1/namespaces/a/pods/b/constructor', 'noResource'],
    ['POST /api/v1/namespaces/a/pods/b/__proto__', 'noResource'],
    ['GET /api/v1/namespaces/a/pods/b/log', 'connection'],
    ['POST /api/v1/namespaces/a/pods/b/exec', 'connection'],
    ['POST /api/v1/namespaces/a/pods/b/exec/x', 'noResource'],
    ['GET /api/v1/namespaces/a/pods/b/proxy', 'connection'],
    ['DELETE /api/v1/namespaces/a/services/b/proxy/', 'connection'],
    ['OPTIONS /api/v1/nodes/b/proxy/x/y', 'connection'],
  ];

  it.each(expected)('%s is %s', (request, reading) => {
    expect(read(request)).toBe(reading);
  });

  it.each([
    'PUT /api/v1/namespaces/a/configmaps',
    'POST /api/v1/configmaps',
    'POST /api/v1/namespaces/a/configmaps/b',
    'DELETE /api/v1/configmaps',
    'DELETE /api/v1/namespaces',
    'HEAD /api/v1/namespaces/a/configmaps',
    'HEAD /api/v1/namespaces/a/configmaps/b',
    'GET /api/v1/namespaces/a/finalize',
    'POST /apis/batch/v1/namespaces/a/jobs/b/status',
    'GET /apis/authorization.k8s.io/v1/subjectaccessreviews',
    'POST /api/v1/watch/namespaces/a/configmaps',
    'DELETE /api/v1/watch/namespaces/a/configmaps',
    'HEAD /api/v1/watch/namespaces/a/configmaps/b',
    'POST /api/v1/namespaces/a/pods/b/log',
    'PUT /api/v1/namespaces/a/pods/b/exec',
    'HEAD /api/v1/namespaces/a/pods/b/exec',
  ])('%s is something there, but not for this method', (request) => {
    expect(read(request)).toBe('noVerb');
  });

  it.each([
    'GET /api/v1/nosuch',
    'GET /api/v1/configmaps/b',
    'GET /api/v1/namespaces/a/nodes/b',
    'GET /apis/batch/v1/namespaces/a/jobs/b/scale',
    'GET /apis/authentication.k8s.io/v1/tokenreviews/b',
    'GET /apis/batch/v1/namespaces/a/jobs/b/status/more',
    'GET /api/v1/watch/namespaces/a/pods/b/status',
    'GET /api/v1/namespaces//configmaps',
    'GET /api/v1/namespaces/a/configmaps//status',
    'GET /api/v1/proxy/namespaces/a/pods/b',
  ])('%s is nothing', (request) => {
    expect(read(request)).toBe('noResource');
  });

  it.each([
    'GET /',
    'GET /healthz',
    'GET /api',
    'GET /api/v1',
    'GET /apis/batch/v9/jobs',
    'GET /api/v2/pods',
    'GET /apis/none.example.com/v1/x',
  ])('%s is no resource at all', (request) => {
    expect(read(request)).toBe('path');
  });
});

describe('a version that is turned off', () => {
  it('is not there, while the others are', () => {
    const some = { ...routes, isServed: ({ version }: { version: string }) => version !== 'v1beta1' };
    expect(routeOf('GET', '/apis/node.k8s.io/v1beta1/runtimeclasses', some).info.kind).toBe('path');
    expect(routeOf('GET', '/apis/node.k8s.io/v1/runtimeclasses', some).info.kind).toBe('resource');
  });
});

describe('what a request asks to be allowed', () => {
  it('is the same whether or not there is such a thing', () => {
    expect(routeOf('GET', '/api/v1/namespaces/a/nosuch/b').attributes).toEqual({
      kind: 'resource',
      verb: 'get',
      group: '',
      version: 'v1',
      namespace: 'a',
      resource: 'nosuch',
      name: 'b',
      subresource: '',
    });
  });

  it('knows a namespace from what is in it', () => {
    expect(routeOf('PUT', '/api/v1/namespaces/a/finalize').attributes).toMatchObject({
      verb: 'update',
      resource: 'namespaces',
      name: 'a',
      namespace: 'a',
      subresource: 'finalize',
    });
  });

  it('takes paths outside the API as they are', () => {
    expect(routeOf('GET', '/healthz?verbose').attributes).toEqual({ kind: 'path', verb: 'get', path: '/healthz' });
    expect(routeOf('GET', '/apis/batch').attributes).toEqual({ kind: 'path', verb: 'get', path: '/apis/batch' });
  });
});

describe('a URL', () => {
  it('is decoded part by part', () => {
    expect(parsedUrl('/api/v1/namespaces/a%2Fb/configmaps/c').parts).toEqual([
      'api',
      'v1',
      'namespaces',
      'a/b',
      'configmaps',
      'c',
    ]);
  });

  it('with an escape that stands for nothing is refused', () => {
    expect(parseUrl('/api/%zz')).toMatchObject({ ok: false });
    expect(parseUrl('/api/%ff')).toMatchObject({ ok: false });
    expect(parseUrl('http://x/api')).toMatchObject({ ok: false });
  });

  it('may give a parameter several times: the first counts where one is meant', () => {
    const { query } = parsedUrl('/x?limit=1&limit=2&dryRun=All&dryRun=');
    expect(query.first('limit')).toBe('1');
    expect(query.all('dryRun')).toEqual(['All', '']);
    expect(query.isBare('dryRun')).toBe(false);
    expect(parsedUrl('/x?a=1&dryRun').query.isBare('dryRun')).toBe(true);
  });
});

describe('what another server serves', () => {
  const remotes: Routes = { ...routes, isRemote: (group, version) => group === 'batch' && version === 'v1' };
  const infoOf = (method: string, url: string) => routeOf(method, url, remotes).info;
  const remote = { kind: 'remote', group: 'batch', version: 'v1' };

  it('is whatever is below its version, and its discovery, also where it is declared here', () => {
    for (const path of ['', '/', '/jobs', '/namespaces/a/jobs/b', '//jobs', '/unknown/x/y/z/more']) {
      expect(infoOf('GET', `/apis/batch/v1${path}`)).toMatchObject(remote);
    }
    for (const path of [
      '/apis/batch',
      '/apis/batch/v1beta1/cronjobs',
      '/apis/apps/v1/deployments',
      '/apis/batch/v1x',
    ]) {
      expect(infoOf('GET', path).kind).not.toBe('remote');
    }
  });

  it('is authorized by its path alone', () => {
    const { attributes } = routeOf('DELETE', '/apis/batch/v1/namespaces/a/jobs/b/log', remotes);
    expect(attributes).toMatchObject({ verb: 'delete', group: 'batch', namespace: 'a', name: 'b', subresource: 'log' });
    expect(routeOf('GET', '/apis/batch/v1', remotes).attributes).toMatchObject({ kind: 'path', verb: 'get' });
  });

  it.each([
    ['GET', '/jobs?watch=1', true],
    ['GET', '/namespaces/a/jobs/b/exec', true],
    ['POST', '/namespaces/a/jobs/b/portforward', true],
    ['GET', '/proxy/a', true],
    ['GET', '/jobs', false],
    ['POST', '/namespaces/a/jobs', false],
    ['GET', '', false],
  ])('stays open as long as it likes where 1.24 lets it: %s %s', (method, path, isLongRunning) => {
    expect(infoOf(method, `/apis/batch/v1${path}`)).toMatchObject({ ...remote, isLongRunning });
  });
});
