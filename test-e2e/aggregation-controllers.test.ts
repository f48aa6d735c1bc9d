/**
 * The garbage collector and the namespace controller of one Keelson, with a second one behind it: owners and dependents
 * there, and namespaces with content there.
 */
import { beforeAll, expect, it } from '@jest/globals';

import { make, parse } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { registerSecond, secondFlags } from './support/second-server.ts';
import type { Home, Started } from './support/serve.ts';

const newHome = useHomes();
const group = 'coordination.second.test';
const registration = `/apis/apiregistration.k8s.io/v1/apiservices/v1.${group}`;
const lease = { apiVersion: `${group}/v1`, kind: 'Lease' };
const configMap = { apiVersion: 'v1', kind: 'ConfigMap' };
const leasesIn = (namespace: string) => `/apis/${group}/v1/namespaces/${namespace}/leases`;
const mapsIn = (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps`;
const namespaces = '/api/v1/namespaces';

let first: Started;
let behind: Home;
let second: Started;
let flags: readonly string[];

beforeAll(async () => {
  const home = await newHome();
  await home.addUsers('delegator');
  first = await home.start();
  behind = await newHome();
  const pair = { home, first, behind };
  flags = [...(await secondFlags(pair)), '--controllers='];
  second = await behind.start(...flags);
  await registerSecond(pair, second, group);
  await untilAvailable('True');
});

interface Conditions {
  readonly status: {
    readonly conditions?: readonly { type: string; status: string; reason: string; message: string }[];
  };
}

const conditionOf = async (path: string, type: string) =>
  parse<Conditions>(await first.ask(path)).status.conditions?.find((each) => each.type === type);
const untilAvailable = (status: string) =>
  eventually(async () => expect((await conditionOf(registration, 'Available'))?.status).toBe(status));
const statusOf = async (path: string) => (await first.ask(path)).status;
const untilGone = (path: string) => eventually(async () => expect(await statusOf(path)).toBe(404));

interface Made {
  readonly metadata: { readonly name: string; readonly uid: string };
}

const ownedBy = ({ metadata: { name, uid } }: Made, type: object) => ({ ...type, name, uid });
/** Tried again while the second server is not available, as where a check of it came too late: nothing is sent then. */
const makeLease = async (namespace: string, name: string, ...ownerReferences: readonly object[]): Promise<Made> => {
  const [path, body] = [leasesIn(namespace), { ...lease, metadata: { name, ownerReferences } }];
  let made = await first.ask(path, { method: 'POST', body });
  await eventually(async () => {
    if (made.body === 'service unavailable\n') made = await first.ask(path, { method: 'POST', body });
    expect(made.status).toBe(201);
  });
  return parse<Made>(made);
};
const makeMap = (namespace: string, name: string, ...ownerReferences: readonly object[]) =>
  make<Made>(first, mapsIn(namespace), { metadata: { name, ownerReferences } });

it('collects what an object of the second server owns, and what is owned there', async () => {
  const owner = await makeLease('default', 'owner');
  await makeMap('default', 'owned', ownedBy(owner, lease));
  const local = await makeMap('default', 'local');
  await makeLease('default', 'owned', ownedBy(local, configMap));
  const kept = await makeLease('default', 'kept');
  await makeMap('default', 'kept', ownedBy(kept, lease));
  await first.ask(`${leasesIn('default')}/owner`, { method: 'DELETE' });
  await untilGone(`${mapsIn('default')}/owned`);
  await first.ask(`${mapsIn('default')}/local`, { method: 'DELETE' });
  await untilGone(`${leasesIn('default')}/owned`);
  expect([await statusOf(`${mapsIn('default')}/kept`), await statusOf(`${leasesIn('default')}/kept`)]).toEqual([
    200, 200,
  ]);
});

it('holds a namespace and decides about no owner while the second server is down', async () => {
  await make(first, namespaces, { metadata: { name: 'ends' } });
  await make(second, namespaces, { metadata: { name: 'ends' } });
  await makeLease('ends', 'inside');
  const owner = await makeLease('default', 'unseen');
  second.process.kill('SIGKILL');
  await second.ended;
  await untilAvailable('False');
  await makeMap('default', 'undecided', ownedBy(owner, lease));
  await makeMap('default', 'unknown', { ...lease, name: 'never', uid: 'never' });
  expect((await first.ask(`${namespaces}/ends`, { method: 'DELETE' })).status).toBe(200);
  const list = 'unable to retrieve the complete list of server APIs';
  const message = `Discovery failed for some groups, 1 failing: ${list}: ${group}/v1: the server is currently unable to handle the request`;
  await eventually(async () => {
    const failure = await conditionOf(`${namespaces}/ends`, 'NamespaceDeletionDiscoveryFailure');
    expect(failure).toMatchObject({ status: 'True', reason: 'DiscoveryFailed', message });
  });
  // The collector goes on with what is here meanwhile.
  const local = await makeMap('default', 'local');
  await makeMap('default', 'owned', ownedBy(local, configMap));
  await first.ask(`${mapsIn('default')}/local`, { method: 'DELETE' });
  await untilGone(`${mapsIn('default')}/owned`);
  expect([await statusOf(`${mapsIn('default')}/undecided`), await statusOf(`${mapsIn('default')}/unknown`)]).toEqual([
    200, 200,
  ]);
  expect(await statusOf(`${namespaces}/ends`)).toBe(200);
  second = await behind.start(...flags, `--secure-port=${new URL(second.url).port}`);
  await untilAvailable('True');
  await untilGone(`${namespaces}/ends`);
  expect((await second.ask(`${leasesIn('ends')}/inside`)).status).toBe(404);
  await untilGone(`${mapsIn('default')}/unknown`);
  expect(await statusOf(`${mapsIn('default')}/undecided`)).toBe(200);
});
