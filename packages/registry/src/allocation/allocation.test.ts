import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openEmbedded, type Storage } from '@keelson/storage';

import { openReplica, valueOf, type Bench } from '../testing/open-registry.ts';

/** Replicas over one store, on which tests create Services by their specs. */
interface Cluster {
  readonly storage: Storage;
  readonly replicas: readonly Bench[];
  create(name: string, spec?: object, options?: object): Promise<Answer>;
  update(name: string, spec: object, options?: object): Promise<Answer>;
  remove(name: string): Promise<unknown>;
  claims(): Promise<string[]>;
}

type Answer = ReturnType<typeof specOf>;

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

async function open({ addresses = ['10.0.0.0/28'], ports = { first: 30_000, last: 30_009 }, count = 1 } = {}) {
  const path = await mkdtemp(join(tmpdir(), 'keelson-allocation-'));
  const storage = await openEmbedded({ path });
  closings.push(
    () => rm(path, { recursive: true, force: true }),
    () => storage.close(),
  );
  const replicas: Bench[] = [];
  for (let n = 0; n < count; n += 1) {
    const bench = await openReplica(storage, { allocates: { addresses, ports } });
    closings.push(() => bench.close());
    replicas.push(bench);
  }
  const [bench] = replicas;
  if (bench === undefined) throw new Error('there is no replica');
  await valueOf(bench.create({ resource: bench.resource('namespaces') }, { metadata: { name: 'default' } }));
  return clusterOf(storage, replicas);
}

function clusterOf(storage: Storage, replicas: readonly Bench[]): Cluster {
  let turn = 0;
  const next = (): Bench => {
    const bench = replicas[(turn += 1) % replicas.length];
    if (bench === undefined) throw new Error('there is no replica');
    return bench;
  };
  const place = (bench: Bench, name?: string) => ({ resource: bench.resource('services'), namespace: 'default', name });
  return {
    storage,
    replicas,
    create: async (name, spec = {}, options = {}) => {
      const bench = next();
      const body = { metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } };
      return specOf(await bench.create(place(bench), body, options));
    },
    update: async (name, spec, options = {}) => {
      const bench = next();
      return specOf(await bench.update(place(bench, name), { metadata: { name }, spec }, options));
    },
    remove: (name) => {
      const bench = next();
      return valueOf(bench.delete(place(bench, name)));
    },
    claims: async () => {
      const folder = `${storage.prefix}ranges/claims/`;
      const { entries } = await storage.range(folder);
      return entries.map(({ key }) => key.slice(folder.length));
    },
  };
}

interface Spec {
  clusterIP?: string;
  clusterIPs?: string[];
  ipFamilies?: string[];
  ipFamilyPolicy?: string;
  healthCheckNodePort?: number;
  ports?: { nodePort?: number; port: number; name?: string }[];
  [field: string]: unknown;
}

function specOf(outcome: Awaited<ReturnType<Bench['create']>>) {
  if (!outcome.ok) return { problem: outcome.status.message ?? '', code: outcome.status.code, spec: {} as Spec };
  const { spec } = JSON.parse(outcome.value.object.value.toString()) as { spec: Spec };
  return { problem: '', code: 0, spec };
}

const dual = { addresses: ['10.0.0.0/28', 'fd00::/120'] };

describe('a new service', () => {
  it('has an address of the range, and its family', async () => {
    const { create, claims } = await open();
    const { spec } = await create('a');
    expect(spec).toMatchObject({ clusterIPs: [spec.clusterIP], ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' });
    expect(spec.clusterIP).toMatch(/^10\.0\.0\.([1-9]|1[0-4])$/);
    expect(await claims()).toEqual([`addresses/${spec.clusterIP}`]);
  });

  it('keeps the address that was asked for, unless another has it or the range has it not', async () => {
    const { create, claims } = await open();
    expect((await create('a', { clusterIP: '10.0.0.5' })).spec.clusterIPs).toEqual(['10.0.0.5']);
    expect(await create('b', { clusterIP: '10.0.0.5' })).toMatchObject({
      code: 422,
      problem:
        'Service "b" is invalid: spec.clusterIPs: Invalid value: []string{"10.0.0.5"}: failed to allocate IP 10.0.0.5: provided IP is already allocated',
    });
    for (const outside of ['10.0.1.5', '10.0.0.0', '10.0.0.15']) {
      const { problem } = await create('b', { clusterIP: outside });
      expect(problem).toContain(
        `failed to allocate IP ${outside}: the provided IP (${outside}) is not in the valid range. The range of valid IPs is 10.0.0.0/28`,
      );
    }
    expect(await claims()).toEqual(['addresses/10.0.0.5']);
  });

  it('is refused once the range is full, and made again when one is free', async () => {
    const { create, remove, claims } = await open({ addresses: ['10.0.0.0/29'], count: 2 });
    const made = await Promise.all(Array.from({ length: 8 }, (_, n) => create(`a${n}`)));
    const refusals = made.filter(({ problem }) => problem !== '');
    expect(refusals).toHaveLength(2);
    for (const { code, problem } of refusals) {
      expect([code, problem]).toEqual([500, 'Internal error occurred: failed to allocate a serviceIP: range is full']);
    }
    expect(await claims()).toHaveLength(6);
    const gone = made.findIndex(({ problem }) => problem === '');
    await remove(`a${gone}`);
    expect((await create('b')).spec.clusterIP).toBe(made[gone]?.spec.clusterIP);
  });

  it('has node ports where its type asks for them, one for all protocols of a port', async () => {
    const { create, claims } = await open();
    const ports = [
      { name: 'a', port: 53, protocol: 'UDP' },
      { name: 'b', port: 53, protocol: 'TCP' },
      { name: 'c', port: 80, nodePort: 30_007 },
    ];
    const { spec } = await create('a', { type: 'NodePort', ports });
    const [first, second, third] = (spec.ports ?? []).map(({ nodePort }) => nodePort);
    expect(first).toBe(second);
    expect(third).toBe(30_007);
    expect(await claims()).toEqual([`addresses/${spec.clusterIP}`, `ports/${first}`, 'ports/30007'].toSorted());
    const given = async (nodePort: number) =>
      (await create('b', { type: 'NodePort', ports: [{ port: 1, nodePort }] })).problem;
    const invalid = (port: number) =>
      `Service "b" is invalid: spec.ports[0].nodePort: Invalid value: ${port}: provided port`;
    expect(await given(30_007)).toBe(`${invalid(30_007)} is already allocated`);
    expect(await given(80)).toBe(`${invalid(80)} is not in the valid range. The range of valid ports is 30000-30009`);
    const many = Array.from({ length: 9 }, (_, n) => ({ name: `p${n}`, port: n + 1 }));
    expect(await create('b', { type: 'NodePort', ports: many })).toMatchObject({
      code: 500,
      problem: 'Internal error occurred: failed to allocate a nodePort: range is full',
    });
    expect(await claims()).toHaveLength(3);
  });

  it('has a port for health checks where traffic stays on the node', async () => {
    const { create, update, claims } = await open();
    const local = { type: 'LoadBalancer', externalTrafficPolicy: 'Local', allocateLoadBalancerNodePorts: false };
    const { spec } = await create('a', { ...local, healthCheckNodePort: 30_001 });
    expect(spec).toMatchObject({ healthCheckNodePort: 30_001 });
    expect(await create('b', { ...local, healthCheckNodePort: 30_001 })).toMatchObject({
      code: 500,
      problem: 'failed to allocate requested HealthCheck NodePort 30001: provided port is already allocated',
    });
    expect((await update('a', { ...spec, healthCheckNodePort: 30_002 })).problem).toContain(
      'spec.healthCheckNodePort: Invalid value: 30002: cannot change healthCheckNodePort on loadBalancer service with externalTraffic=Local during update',
    );
    expect((await update('a', { ...spec, externalTrafficPolicy: 'Cluster' })).problem).toBe('');
    expect(await claims()).toEqual([`addresses/${spec.clusterIP}`]);
  });

  it('takes nothing in a dry run', async () => {
    const { create, claims } = await open();
    const ports = [
      { name: 'a', port: 1 },
      { name: 'b', port: 2 },
    ];
    const { spec } = await create('a', { type: 'NodePort', ports }, { dryRun: ['All'] });
    expect(spec.clusterIP).toBe('10.0.0.0');
    expect(spec.ports?.map(({ nodePort }) => nodePort)).toEqual([32_768, 32_769]);
    expect(await claims()).toEqual([]);
  });
});

describe('the families of a service', () => {
  it.each<[string, object, object]>([
    ['one', {}, { ipFamilyPolicy: 'SingleStack', ipFamilies: ['IPv4'] }],
    ['both where it prefers so', { ipFamilyPolicy: 'PreferDualStack' }, { ipFamilies: ['IPv4', 'IPv6'] }],
    [
      'those it asks for, in their order',
      { ipFamilyPolicy: 'RequireDualStack', ipFamilies: ['IPv6'] },
      { ipFamilies: ['IPv6', 'IPv4'] },
    ],
    [
      'that of its address',
      { clusterIP: 'fd00::5' },
      { clusterIPs: ['fd00::5'], ipFamilies: ['IPv6'], ipFamilyPolicy: 'SingleStack' },
    ],
    ['none', { type: 'ExternalName', externalName: 'a.b', ports: [] }, { externalName: 'a.b' }],
    [
      'both where it is only a name',
      { clusterIP: 'None' },
      { clusterIPs: ['None'], ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack' },
    ],
    ['one where it is headless', { clusterIP: 'None', selector: { a: 'b' } }, { ipFamilies: ['IPv4'] }],
  ])('are %s', async (_title, spec, expected) => {
    const { create } = await open(dual);
    const made = await create('a', spec);
    expect(made.problem).toBe('');
    expect(made.spec).toMatchObject(expected);
    const { clusterIP, clusterIPs = [], ipFamilies = [] } = made.spec;
    if (clusterIP !== 'None') expect(clusterIPs).toHaveLength(ipFamilies.length);
  });

  it.each<[object, string]>([
    [{ ipFamilyPolicy: 'RequireDualStack' }, 'this cluster is not configured for dual-stack services'],
    [{ ipFamilies: ['IPv6'] }, 'spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster'],
    [{ clusterIP: 'fd00::5' }, 'spec.clusterIPs[0]: Invalid value: []string{"fd00::5"}: IPv6 is not configured'],
    [
      { ipFamilyPolicy: 'SingleStack', ipFamilies: ['IPv4', 'IPv6'] },
      "must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified",
    ],
  ])('of %j are refused in a cluster of one family', async (spec, problem) => {
    const { create } = await open();
    expect((await create('a', spec)).problem).toContain(problem);
  });

  it('come and go with the policy', async () => {
    const { create, update, claims } = await open(dual);
    const { spec } = await create('a');
    const both = await update('a', { ...spec, ipFamilyPolicy: 'PreferDualStack' });
    expect(both.spec).toMatchObject({ ipFamilies: ['IPv4', 'IPv6'], clusterIP: spec.clusterIP });
    expect(await claims()).toHaveLength(2);
    const less = await update('a', { ...both.spec, clusterIPs: [spec.clusterIP], ipFamilies: ['IPv4'] });
    expect(less.problem).toContain(`must be 'SingleStack' to release the secondary cluster IP`);
    const one = await update('a', { ...both.spec, ipFamilyPolicy: 'SingleStack' });
    expect(one.spec).toMatchObject({ ipFamilies: ['IPv4'], clusterIPs: [spec.clusterIP] });
    expect(await claims()).toEqual([`addresses/${spec.clusterIP}`]);
  });
});

describe('a change of the type', () => {
  it('gives back what the new type does not have, and takes what it has', async () => {
    const { create, update, claims } = await open();
    const { spec } = await create('a');
    const ports = [{ port: 80, name: 'a' }];
    const onNodes = await update('a', { ...spec, type: 'NodePort', ports });
    const [nodePort] = (onNodes.spec.ports ?? []).map((port) => port.nodePort);
    expect(await claims()).toEqual([`addresses/${spec.clusterIP}`, `ports/${nodePort}`]);
    // An update that leaves out addresses and node ports keeps them.
    const again = await update('a', { type: 'NodePort', ports: [{ port: 81, name: 'a' }] });
    expect(again.spec).toMatchObject({ clusterIP: spec.clusterIP, ports: [{ port: 81, nodePort }] });
    const elsewhere = await update('a', { type: 'ExternalName', externalName: 'a.b' });
    expect([elsewhere.problem, elsewhere.spec.clusterIPs]).toEqual(['', undefined]);
    expect(await claims()).toEqual([]);
    const back = await update('a', { type: 'ClusterIP', ports });
    expect(await claims()).toEqual([`addresses/${back.spec.clusterIP}`]);
  });

  it('that is refused changes nothing', async () => {
    const { create, update, claims } = await open();
    const { spec } = await create('a', { type: 'NodePort', ports: [{ port: 80, nodePort: 30_001 }] });
    const before = await claims();
    const refused = await update('a', { ...spec, ports: [{ port: 0, nodePort: 30_002 }] });
    expect(refused.code).toBe(422);
    expect(await claims()).toEqual(before);
    expect((await create('b', { type: 'NodePort', ports: [{ port: 80, nodePort: 30_002 }] })).problem).toBe('');
  });
});

describe('services of several replicas', () => {
  it('never have the same address or port, however they race', async () => {
    const { create, update, remove, claims } = await open({
      addresses: ['10.0.0.0/26'],
      ports: { first: 30_000, last: 30_039 },
      count: 3,
    });
    const made = await Promise.all(Array.from({ length: 40 }, (_, n) => create(`a${n}`, { type: 'NodePort' })));
    expect(made.map(({ problem }) => problem).filter((problem) => problem !== '')).toEqual([]);
    expect(new Set(made.map(({ spec }) => spec.clusterIP)).size).toBe(40);
    expect(new Set(made.map(({ spec }) => spec.ports?.[0]?.nodePort)).size).toBe(40);
    expect(await claims()).toHaveLength(80);
    await Promise.all(
      made.map((_, n) => (n % 2 ? remove(`a${n}`) : update(`a${n}`, { type: 'ExternalName', externalName: 'a.b' }))),
    );
    expect(await claims()).toEqual([]);
  });

  it('have one winner where all ask for the same address', async () => {
    const { create } = await open({ count: 3 });
    const made = await Promise.all(Array.from({ length: 9 }, (_, n) => create(`a${n}`, { clusterIP: '10.0.0.5' })));
    const refusals = made.map(({ problem }) => problem).filter((problem) => problem !== '');
    expect(refusals).toHaveLength(8);
    for (const problem of refusals) expect(problem).toContain('provided IP is already allocated');
  });
});
