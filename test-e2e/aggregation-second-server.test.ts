/**
 * A second Keelson with a domain of its own behind the first: kubectl through the first to the second. The second trusts whom
 * the config map of the first names, and asks the first what its users may do.
 */
import { beforeAll, describe, expect, it } from '@jest/globals';

import { bearer, make, parse } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { findKubectls, openSession } from './support/kubectl.ts';
import { registerSecond, secondFlags } from './support/second-server.ts';
import type { Home, Started } from './support/serve.ts';

const newHome = useHomes();
const group = 'scheduling.second.test';
const registration = `/apis/apiregistration.k8s.io/v1/apiservices/v1.${group}`;
const classes = `/apis/${group}/v1/priorityclasses`;
const access = '/apis/rbac.authorization.k8s.io/v1';

let home: Home;
let first: Started;
let second: Started;
let behind: Home;

beforeAll(async () => {
  home = await newHome();
  await home.addUsers('alice', 'delegator');
  first = await home.start();
  behind = await newHome();
  const pair = { home, first, behind };
  second = await behind.start(...(await secondFlags(pair)));
  await registerSecond(pair, second, group);
  await eventually(async () => expect(await reasonNow()).toBe('Passed'));
});

async function reasonNow(): Promise<string | undefined> {
  type Registered = { readonly status: { readonly conditions?: readonly { readonly reason: string }[] } };
  return parse<Registered>(await first.ask(registration)).status.conditions?.[0]?.reason;
}

const classOf = (name: string) => ({
  apiVersion: `${group}/v1`,
  kind: 'PriorityClass',
  metadata: { name, labels: { of: 'test' } },
  value: 7,
});

describe.each(findKubectls())('kubectl $version', (kubectl) => {
  const { version } = kubectl;
  const name = `of-${version.replace(/\D/g, '-')}`;
  const resource = `priorityclasses.v1.${group}`;
  const session = () => openSession(kubectl, home.kubeconfig, home.folder);
  const say = async (line: string, input = '') => (await session().run(line.split(' '), { input })).out;

  it('works with objects of the second server through the first, watches included', async () => {
    const watch = session().follow(['get', resource, '--watch', '-o', 'name']);
    await say('apply -f -', JSON.stringify(classOf(name)));
    await watch.until(name);
    watch.stop();
    expect(await say(`get ${resource} ${name} -o jsonpath={.apiVersion}/{.value}`)).toBe(`${group}/v1/7`);
    await say(`annotate ${resource} ${name} a=b`);
    expect(await say(`get ${resource} -l of=test`)).toContain(name);
    expect((await second.ask(`${classes}/${name}`)).status).toBe(200);
    expect((await first.ask(`/apis/scheduling.k8s.io/v1/priorityclasses/${name}`)).status).toBe(404);
    await say(`delete ${resource} -l of=test`);
    expect((await second.ask(`${classes}/${name}`)).status).toBe(404);
  });

  it('knows the resources of the second server, and explains them', async () => {
    expect(await say(`api-resources --api-group=${group}`)).toMatch(
      /priorityclasses +pc +scheduling\.second\.test\/v1/,
    );
    await eventually(async () => {
      const told = await say(`explain priorityclass --api-version=${group}/v1`);
      expect(told).toContain('globalDefault');
      expect(told).toContain('PriorityClass');
    });
  });
});

it('a user may do on the second server what the first says', async () => {
  const headers = bearer('alice');
  expect((await first.ask(classes, { headers })).status).toBe(403);
  const rules = [{ apiGroups: [group], resources: ['priorityclasses'], verbs: ['get', 'list', 'create'] }];
  await make(first, `${access}/clusterroles`, { metadata: { name: 'classes' }, rules });
  await make(first, `${access}/clusterrolebindings`, {
    metadata: { name: 'classes' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'classes' },
    subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'alice' }],
  });
  expect((await first.ask(classes, { headers })).status).toBe(200);
  const created = await first.ask(classes, { method: 'POST', body: classOf('of-alice'), headers });
  expect(created.status).toBe(201);
  expect((await first.ask(`${classes}/of-alice`, { method: 'DELETE', headers })).status).toBe(403);
  expect((await first.ask(classes, { method: 'DELETE' })).status).toBe(200);
  expect((await second.ask(`${classes}/of-alice`)).status).toBe(404);
});

it('nobody acts for users on the second server but the proxy of the first', async () => {
  const headers = { Authorization: '', 'X-Remote-User': 'admin', 'X-Remote-Group': 'system:masters' };
  expect([401, 403]).toContain((await second.ask(classes, { headers })).status);
});

it('the documents of the first server hold what the second serves, and where it is no more when it is not registered', async () => {
  type Groups = { readonly groups: readonly { readonly name: string }[] };
  const namesNow = async () => parse<Groups>(await first.ask('/apis')).groups.map((each) => each.name);
  expect(await namesNow()).toContain(group);
  type Swagger = { readonly paths: object };
  const pathsNow = async () => Object.keys(parse<Swagger>(await first.ask('/openapi/v2')).paths);
  await eventually(async () => expect(await pathsNow()).toContain(classes));
  const { paths } = parse<Swagger>(await first.ask('/openapi/v3'));
  expect(Object.keys(paths)).toContain(`apis/${group}/v1`);
  second.process.kill('SIGKILL');
  await second.ended;
  await eventually(async () => expect(await reasonNow()).toBe('FailedDiscoveryCheck'));
  expect(await first.ask(classes)).toMatchObject({ status: 503, body: 'service unavailable\n' });
  expect(await namesNow()).toContain(group);
  const accept = 'application/json;as=APIGroupDiscoveryList;v=v2beta1;g=apidiscovery.k8s.io';
  const { body } = await first.ask('/apis', { headers: { Accept: accept } });
  expect(body).toMatch(/"version":"v1","resources":\[\{"resource":"priorityclasses".*?"freshness":"Stale"/);
  await first.ask(registration, { method: 'DELETE' });
  await eventually(async () => expect(await namesNow()).not.toContain(group));
  expect(await pathsNow()).not.toContain(classes);
  expect((await first.ask(classes)).status).toBe(404);
});
