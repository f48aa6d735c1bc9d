import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createApiScheme } from '@keelson/api';
import { allVerbs, createScheme } from '@keelson/schema';

import { cacheRoutes } from './route-cache.ts';
import { createFindRoute, type FindRoute } from './route.ts';
import { customGroup, declareCustom } from './testing/declare-custom.ts';

function setUp(scheme = createApiScheme()) {
  const plain = createFindRoute({ scheme, isServed: () => true });
  let questions = 0;
  const counted: FindRoute = (method, url) => {
    questions += 1;
    return plain(method, url);
  };
  return { scheme, plain, quick: cacheRoutes({ scheme }, counted), questions: () => questions };
}

/** All but functions: what the query answers is tested where it is read. */
function shown(find: FindRoute, method: string, text: string): unknown {
  const found = find(method, text);
  if (!found.ok) return found;
  const { info, attributes, url } = found.route;
  const { path, query } = url;
  return { info, attributes, path, parameters: ['resourceVersion', 'watch', 'limit'].map((name) => query.all(name)) };
}

describe('cached routes', () => {
  it('are the same as those that are read anew, whatever was asked before', () => {
    const { plain, quick } = setUp();
    const part = fc.constantFrom(
      ...['api', 'apis', 'v1', 'batch', 'namespaces', 'a', 'b', 'configmaps', 'jobs', 'nodes'],
      ...['watch', 'status', 'finalize', 'x%2Fy', '%zz', '', 'namespaces/a/configmaps', 'api/v1/namespaces'],
    );
    const query = fc.constantFrom(
      '',
      '',
      '?',
      '?watch=1',
      '?resourceVersion=0',
      '?limit=/5&watch=true',
      '?limit=?c/a',
      '?limit=/b',
    );
    const url = fc.tuple(fc.array(part, { maxLength: 6 }), query).map(([parts, text]) => `/${parts.join('/')}${text}`);
    const method = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'PUT', 'DELETE', 'POST');
    fc.assert(
      fc.property(fc.array(fc.tuple(method, url), { minLength: 1, maxLength: 20 }), (requests) => {
        for (const [how, where] of requests) expect(shown(quick, how, where)).toEqual(shown(plain, how, where));
      }),
      { numRuns: 500 },
    );
  });

  it('do not take what is in the parameters for a name', () => {
    const { plain, quick } = setUp();
    for (const parameter of ['/b', '/c', '/api/v1/namespaces/a/configmaps/d']) {
      const url = `/api/v1/namespaces/a/configmaps/b?limit=${parameter}`;
      expect(shown(quick, 'GET', url)).toEqual(shown(plain, 'GET', url));
    }
  });

  it('are not remembered for names that are too long for objects', () => {
    const { quick, questions } = setUp();
    for (const name of ['a', 'b']) quick('GET', `/api/v1/namespaces/n/configmaps/${name.repeat(1_000)}`);
    expect(questions()).toBe(2);
  });

  it('are read once for a folder, and again when declarations change', () => {
    const { scheme, quick, questions } = setUp();
    const ask = (name: string) => quick('GET', `/api/v1/namespaces/a/configmaps/${name}`);
    ask('a');
    const atFirst = questions();
    for (const name of ['b', 'c', 'd?resourceVersion=0']) ask(name);
    expect(questions()).toBe(atFirst);
    const configMaps = scheme.resource('', 'v1', 'configmaps');
    if (configMaps === undefined) throw new Error('no config maps');
    scheme.remove(configMaps);
    expect(ask('e')).toMatchObject({ route: { info: { kind: 'noResource' } } });
    scheme.add(configMaps);
    expect(ask('e')).toMatchObject({ route: { info: { kind: 'resource' } } });
  });

  it('are not taken for those of a watch, where a resource is called that', () => {
    const named = (plural: string) => declareCustom({ plural, scope: 'Cluster', verbs: [...allVerbs] });
    const { plain, quick } = setUp(createScheme({ resources: [named('watch'), named('widgets')] }));
    const root = `/apis/${customGroup}/v1/watch`;
    expect(shown(quick, 'GET', `${root}/a`)).toMatchObject({
      info: { verb: 'get' },
      attributes: { resource: 'watch' },
    });
    const watch = { info: { verb: 'watch' }, attributes: { resource: 'widgets', verb: 'watch' } };
    expect(shown(quick, 'GET', `${root}/widgets`)).toMatchObject(watch);
    expect(shown(quick, 'GET', `${root}/widgets`)).toEqual(shown(plain, 'GET', `${root}/widgets`));
  });

  it('are found however many folders there are', () => {
    const { quick, plain } = setUp();
    for (let index = 0; index < 2_500; index += 1) {
      const url = `/api/v1/namespaces/n${index % 1_200}/configmaps/c`;
      expect(shown(quick, 'GET', url)).toEqual(shown(plain, 'GET', url));
    }
  });

  it('give way to another server, as soon as it serves their version', () => {
    const scheme = createApiScheme();
    let isElsewhere = false;
    const routes = { scheme, isServed: () => true, isRemote: () => isElsewhere };
    const find = cacheRoutes(routes, createFindRoute(routes));
    const kindOf = () => {
      const found = find('GET', '/apis/batch/v1/namespaces/a/jobs/b');
      return found.ok ? found.route.info.kind : undefined;
    };
    expect([kindOf(), kindOf()]).toEqual(['resource', 'resource']);
    isElsewhere = true;
    expect(kindOf()).toBe('remote');
    isElsewhere = false;
    expect(kindOf()).toBe('resource');
  });
});
