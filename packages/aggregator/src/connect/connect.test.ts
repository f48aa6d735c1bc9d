/** The parts of connections that decide where they lead, without a network. */
import { describe, expect, it } from '@jest/globals';
import type { Endpoints, Node, Service } from '@keelson/api';
import { createApiScheme, type Pod } from '@keelson/api';
import { notFound, type RequestTarget } from '@keelson/meta';
import type { ConnectionRequest } from '@keelson/surface';

import { refusalOfAgent } from './agent-refusal.ts';
import { parseConnectionName } from './connection-name.ts';
import { findEndpoint } from './find-endpoint.ts';
import { locateServer, type LocationParts } from './find-location.ts';
import { agentOf } from './node-agents.ts';
import { findHostAddress, isProxyableAddress } from './proxyable-address.ts';
import { rewriteRedirect } from './rewrite-redirect.ts';

const [resource] = createApiScheme().resources();
if (resource === undefined) throw new Error('nothing is declared');

describe('the name of a connection', () => {
  it.each([
    ['a', { scheme: '', name: 'a', port: '' }],
    ['a:', { scheme: '', name: 'a', port: '' }],
    ['a:http', { scheme: '', name: 'a', port: 'http' }],
    ['https:a:', { scheme: 'https', name: 'a', port: '' }],
    [':a:1', { scheme: '', name: 'a', port: '1' }],
    ['ftp:a:1', undefined],
    [':1', undefined],
    ['http:a:1:2', undefined],
  ])('%s is read', (text, expected) => {
    expect(parseConnectionName(text)).toEqual(expected);
  });
});

describe('addresses that are proxied to', () => {
  it.each(['10.0.0.1', '192.168.1.1', '8.8.8.8', 'fd00::1', '2001:db8::1'])('have %s among them', (address) => {
    expect(isProxyableAddress(address)).toBe(true);
  });

  it.each([
    ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '255.255.255.255', '169.254.169.254', '224.0.0.1'],
    ...['::', '::1', 'fe80::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:169.254.1.1', '', 'localhost', '1.2.3'],
  ])('do not have %s among them', (address) => {
    expect(isProxyableAddress(address)).toBe(false);
  });

  it('are all that a host name stands for', async () => {
    const foundFor = async (host: string, ...addresses: readonly string[]) => {
      const look = addresses.length === 0 ? undefined : () => Promise.resolve(addresses);
      const found = await findHostAddress(host, look);
      return found.ok ? found.address : found.message;
    };
    expect(await foundFor('10.0.0.1')).toBe('10.0.0.1');
    expect(await foundFor('::1')).toBe('address not allowed');
    expect(await foundFor('localhost')).toBe('address not allowed');
    expect(await foundFor('n.test', '10.0.0.1', '127.0.0.1')).toBe('address not allowed');
    expect(await foundFor('n.test', '10.0.0.2', '10.0.0.1')).toBe('10.0.0.2');
    expect(await foundFor('no.such.host.invalid')).toBe('lookup no.such.host.invalid: no such host');
  });

  it('are connected to as they were checked, and not looked up again', async () => {
    const status = { addresses: [{ type: 'Hostname', address: '10.0.0.1' }], daemonEndpoints: { kubeletEndpoint: {} } };
    const agents = { addressTypes: ['Hostname'], credentials: () => undefined, authorities: () => undefined };
    const read = { at: () => Promise.resolve({ ok: true, object: { status } }) };
    const parts = { read, agents } as unknown as LocationParts;
    for (const [name, origin] of [
      ['n', 'https://10.0.0.1:10250'],
      ['http:n:8080', 'http://10.0.0.1:8080'],
    ] as const) {
      const located = await locateServer(parts, { place: { resource, name }, options: {} }, { kind: 'agent' });
      expect(located).toMatchObject({ object: { address: { origin }, connectTo: '10.0.0.1' } });
    }
  });
});

describe('the agent of a node', () => {
  const node = (addresses: readonly object[], port = 0) =>
    ({ status: { addresses, daemonEndpoints: { kubeletEndpoint: { Port: port } } } }) as unknown as Node;
  const addresses = [
    { type: 'InternalIP', address: 'fd00::1' },
    { type: 'Hostname', address: 'n.test' },
  ];
  const settings = { credentials: () => undefined, authorities: () => 'trusted' };

  it('is at the first address of the best type, at the port that the node states', () => {
    const asked = (addressTypes: readonly string[], port?: number) => {
      const found = agentOf(node(addresses, port), { ...settings, addressTypes });
      return found.ok ? found.agent.target.address : found.status.message;
    };
    expect(asked(['ExternalIP', 'Hostname', 'InternalIP'])).toEqual({ kind: 'url', origin: 'https://n.test:10250' });
    expect(asked(['InternalIP'], 9)).toEqual({ kind: 'url', origin: 'https://[fd00::1]:9' });
    expect(asked(['ExternalDNS'])).toBe(
      'no preferred addresses found; known addresses: [{InternalIP fd00::1} {Hostname n.test}]',
    );
  });

  it('is verified where an authority is known', () => {
    const trustOf = (authorities: string | undefined) => {
      const found = agentOf(node(addresses), {
        ...settings,
        addressTypes: ['Hostname'],
        authorities: () => authorities,
      });
      return found.ok && [found.agent.target.authorities, found.agent.target.skipsVerification];
    };
    expect([trustOf('pem'), trustOf(undefined)]).toEqual([
      ['pem', undefined],
      [undefined, true],
    ]);
  });

  it.each([
    [400, 'BadRequest', 'no'],
    [401, 'Unauthorized', 'the server has asked for the client to provide credentials ( pods/log a)'],
    [403, 'Forbidden', 'no ( pods/log a)'],
    [404, 'NotFound', 'the server could not find the requested resource ( pods/log a)'],
    [500, 'InternalError', 'Internal error occurred: no'],
    [502, 'InternalError', 'an error on the server ("no") has prevented the request from succeeding ( pods/log a)'],
    [503, 'ServiceUnavailable', 'the server is currently unable to handle the request ( pods/log a)'],
    [301, undefined, 'the server responded with the status code 301 but did not return more details ( pods/log a)'],
  ])('is quoted when it answers with %s', (status, reason, message) => {
    const place = { resource: { ...resource, group: '', plural: 'pods' }, name: 'a', subresource: 'log' };
    expect(refusalOfAgent(status, 'no', place as RequestTarget)).toMatchObject({
      code: status,
      message,
      ...(reason !== undefined && { reason }),
    });
  });
});

describe('the server that a request for a pod is proxied to', () => {
  const parts = { read: { at: () => Promise.resolve({ ok: true, object: {} }) } } as unknown as LocationParts;
  const originFor = async (name: string) => {
    const place: RequestTarget = { resource, namespace: 'ns', name };
    const locate = (_: never, port: string) => ({ host: '10.0.0.1', port });
    const located = await locateServer(parts, { place, options: {} }, { kind: 'object', locate });
    if (!located.ok) return located.status.message;
    return located.object.address.kind === 'url' && located.object.address.origin;
  };

  it('has its address, and the port that is asked for', async () => {
    expect(await originFor('a')).toBe('http://10.0.0.1');
    expect(await originFor('https:a:8443')).toBe('https://10.0.0.1:8443');
  });

  it.each(['x@169.254.169.254', '@127.0.0.1', '80@localhost', '80#', '80?', ' 80', '70000', 'http'])(
    'is none at the port %j',
    async (port) => {
      expect(await originFor(`a:${port}`)).toBe(`invalid address ${JSON.stringify(`http://10.0.0.1:${port}`)}`);
    },
  );
});

describe('the endpoint of a Service', () => {
  const pod = { status: { podIPs: [{ ip: '10.0.0.1' }] } } as unknown as Pod;
  const found = <T>(object: unknown) => Promise.resolve({ ok: true as const, object: object as T });
  const missing = Promise.resolve({ ok: false as const, status: notFound({ group: '', resource: 'x' }, 'y') });
  const search = (subsets: readonly object[]) => ({
    namespace: 'ns',
    random: () => 0,
    read: {
      service: () => found<Service>({ spec: { ports: [{ name: 'p', port: 80 }] } }),
      endpoints: () => found<Endpoints>({ subsets }),
      pod: (_: string | undefined, name: string) => (name === 'a' ? found<Pod>(pod) : missing),
    },
  });
  const ports = [{ name: 'p', port: 8080 }];
  const of = (ip: string, name: string, namespace = 'ns') => ({ ip, targetRef: { name, namespace } });
  const originFor = async (name: string, ...subsets: readonly object[]) => {
    const asked = parseConnectionName(name);
    if (asked === undefined) throw new Error(name);
    const origin = await findEndpoint(search(subsets), asked);
    return origin.ok ? origin.object : origin.status.message;
  };

  it('is one that a pod of the namespace has, at the port of that name', async () => {
    const addresses = [
      { ip: '10.0.0.1' },
      of('10.0.0.1', 'a', 'other'),
      of('10.0.0.2', 'a'),
      of('10.0.0.1', 'gone'),
      of('10.0.0.1', 'a'),
    ];
    expect(await originFor('s:p', { addresses, ports })).toBe('http://10.0.0.1:8080');
    expect(await originFor('https:s:80', { addresses, ports: [] }, { addresses, ports })).toBe('https://10.0.0.1:8080');
  });

  it('is missed in the words of 1.24', async () => {
    const addresses = [of('10.0.0.9', 'a')];
    expect(await originFor('s:p')).toBe('no endpoints available for service "s"');
    expect(await originFor('https:s:p', { addresses, ports })).toBe('no endpoints available for service "https:s:p"');
    expect(await originFor('s:81', { addresses, ports })).toBe('no service port 81 found for service "s"');
  });
});

describe('a redirect of a server that is proxied', () => {
  const request = {
    path: '/api/v1/x/proxy/a/b',
    options: { path: '/a/b' },
    incoming: { headers: { host: 'us:6443' } },
  };
  const rewrite = rewriteRedirect(request as unknown as ConnectionRequest, {
    name: 'x',
    address: { kind: 'url', origin: 'http://10.0.0.1:8080' },
  });

  it.each([
    ['/login?x=1#y', '/api/v1/x/proxy/login?x=1#y'],
    ['http://10.0.0.1:8080/dir/', '/api/v1/x/proxy/dir/'],
    ['https://us:6443/z', '/api/v1/x/proxy/z'],
    ['//10.0.0.1:8080/z', '/api/v1/x/proxy/z'],
    ['/api/v1/x/proxy/done', '/api/v1/x/proxy/done'],
    ['relative/path', 'relative/path'],
    ['https://elsewhere.test/z', 'https://elsewhere.test/z'],
  ])('to %s leads to %s', (location, expected) => {
    expect(rewrite(location)).toBe(expected);
  });
});
