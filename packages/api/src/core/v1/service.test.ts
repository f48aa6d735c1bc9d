import { describe, expect, it } from '@jest/globals';

import { causesOf, create, update } from '../../testing/admit.ts';
import { fillIn } from '../../testing/fill-in.ts';
import { printRow } from '../../testing/print-row.ts';
import { services } from './service.resource.ts';
import { Service } from './service.ts';

function specOf(spec: object) {
  return fillIn(Service, { spec }).spec;
}

describe('the defaults of a service', () => {
  it('are those of a cluster IP without affinity', () => {
    expect(specOf({ ports: [{ port: 80 }] })).toEqual({
      ports: [{ protocol: 'TCP', port: 80, targetPort: 80 }],
      type: 'ClusterIP',
      sessionAffinity: 'None',
      internalTrafficPolicy: 'Cluster',
    });
  });

  it('leave what was given', () => {
    const ports = [{ name: 'a', protocol: 'UDP', port: 80, targetPort: 'dns', nodePort: 30000 }];
    const spec = { ports, type: 'NodePort', externalTrafficPolicy: 'Local', internalTrafficPolicy: 'Local' };
    expect(specOf(spec)).toEqual({ ...spec, sessionAffinity: 'None' });
  });

  it.each([
    ['NodePort', { externalTrafficPolicy: 'Cluster', internalTrafficPolicy: 'Cluster' }],
    [
      'LoadBalancer',
      { externalTrafficPolicy: 'Cluster', internalTrafficPolicy: 'Cluster', allocateLoadBalancerNodePorts: true },
    ],
    ['ExternalName', {}],
  ])('of type %s follow the type', (type, policies) => {
    expect(specOf({ type })).toEqual({ type, sessionAffinity: 'None', ...policies });
  });

  it('keep a client for three hours, and drop settings of an affinity that is none', () => {
    const hours = { clientIP: { timeoutSeconds: 10800 } };
    expect(specOf({ sessionAffinity: 'ClientIP' }).sessionAffinityConfig).toEqual(hours);
    expect(specOf({ sessionAffinity: 'ClientIP', sessionAffinityConfig: {} }).sessionAffinityConfig).toEqual(hours);
    const minute = { clientIP: { timeoutSeconds: 60 } };
    const sticky = { sessionAffinity: 'ClientIP', sessionAffinityConfig: minute };
    expect(specOf(sticky).sessionAffinityConfig).toEqual(minute);
    expect(specOf({ sessionAffinityConfig: minute }).sessionAffinityConfig).toBeUndefined();
  });
});

describe('the external name of a service', () => {
  const causes = (externalName: string) =>
    causesOf(create(services, { metadata: { name: 'a' }, spec: { type: 'ExternalName', externalName } }));

  it.each(['x.test', 'x.test.', 'a'.repeat(253)])('may be %j', (name) => {
    expect(causes(name)).toEqual([]);
  });

  it.each([
    ['', 'Required value'],
    ['.', 'Required value'],
    ['-x', 'Invalid value: "-x": a lowercase RFC 1123 subdomain must consist of'],
  ])('may not be %j', (name, problem) => {
    expect(causes(name)).toEqual([expect.stringContaining(`spec.externalName: ${problem}`)]);
  });

  it.each([254, 2_000_000])('may not have %i characters', (length) => {
    expect(causes('a'.repeat(length))[0]).toContain('must be no more than 253 characters');
  });
});

describe('the row of a service', () => {
  it('shows addresses, ports and selector', () => {
    const ports = [
      { port: 80, protocol: 'TCP' },
      { port: 53, protocol: 'UDP', nodePort: 30053 },
    ];
    const spec = { type: 'NodePort', clusterIPs: ['10.0.0.1'], ports, selector: { b: '2', a: '1' } };
    expect(printRow(services, { spec: { ...spec, externalIPs: ['1.2.3.4', '5.6.7.8'] } })).toEqual({
      Name: 'a',
      Type: 'NodePort',
      'Cluster-IP': '10.0.0.1',
      'External-IP': '1.2.3.4,5.6.7.8',
      'Port(s)': '80/TCP,53:30053/UDP',
      Age: '5m',
      Selector: 'a=1,b=2',
    });
    expect(printRow(services, { spec: { type: 'ClusterIP' } })).toMatchObject({
      'Cluster-IP': '<none>',
      'External-IP': '<none>',
      'Port(s)': '<none>',
      Selector: '<none>',
    });
  });

  it.each([
    [{ type: 'LoadBalancer' }, [], '<pending>'],
    [
      { type: 'LoadBalancer' },
      [{ ip: '2.2.2.2' }, { hostname: 'b.test' }, { ip: '1.1.1.1' }],
      '1.1.1.1,2.2.2.2,b.test',
    ],
    [{ type: 'LoadBalancer', externalIPs: ['3.3.3.3'] }, [{ ip: '2.2.2.2' }], '2.2.2.2,3.3.3.3'],
    [{ type: 'ExternalName', externalName: 'x.test' }, [], 'x.test'],
    [{}, [], '<unknown>'],
  ])('shows for %j behind %j the address %s', (spec, ingress, address) => {
    expect(printRow(services, { spec, status: { loadBalancer: { ingress } } })['External-IP']).toBe(address);
  });
});

describe('a write of a service', () => {
  const body = (spec: object, name = 'a') => ({ metadata: { name }, spec });

  it('is refused for a name that is no DNS-1035 label', () => {
    expect(causesOf(create(services, body({ ports: [{ port: 80 }] }, '1a')))[0]).toContain('a DNS-1035 label must');
  });

  it('lists the cluster IP, and keeps the one that was allocated', () => {
    const { object } = create(services, body({ clusterIP: 'None', selector: { a: 'b' } }));
    expect(object).toMatchObject({ spec: { clusterIP: 'None', clusterIPs: ['None'] }, status: { loadBalancer: {} } });
    const updated = update(services, object, body({ selector: { a: 'c' } }));
    expect(updated.object).toMatchObject({ spec: { clusterIP: 'None', clusterIPs: ['None'], selector: { a: 'c' } } });
  });

  it('needs ports, with names if there are several', () => {
    expect(causesOf(create(services, body({})))).toEqual(['spec.ports: Required value']);
    const ports = [{ port: 0 }, { port: 1, name: 'a' }, { port: 2, name: 'a' }];
    expect(causesOf(create(services, body({ ports })))).toEqual([
      'spec.ports[0].name: Required value',
      'spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive',
      'spec.ports[0].targetPort: Invalid value: 0: must be between 1 and 65535, inclusive',
      'spec.ports[2].name: Duplicate value: "a"',
    ]);
  });
});
