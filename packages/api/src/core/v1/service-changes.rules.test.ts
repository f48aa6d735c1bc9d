import { describe, expect, it } from '@jest/globals';

import { create, update, updateStatus, type AnyObject } from '../../testing/admit.ts';
import { shortCausesOf } from '../../testing/rule-table.ts';
import { services } from './service.resource.ts';

interface Spec {
  readonly [field: string]: unknown;
}

const body = (spec: Spec) => ({ metadata: { name: 'a' }, spec: { ports: [{ port: 80 }], ...spec } }) as never;
const change = (before: Spec, after: Spec) => update(services, create(services, body(before)).object, body(after));
const specOf = ({ object }: { readonly object: AnyObject }) => object['spec'] as Spec;

const dual = { clusterIPs: ['10.0.0.1', '2001:db8::1'], clusterIP: '10.0.0.1', ipFamilies: ['IPv4', 'IPv6'] };

describe('a change of a service', () => {
  it.each<[string, Spec, Spec, string[]]>([
    ['adds the second family', { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1'], ipFamilies: ['IPv4'] }, dual, []],
    [
      'moves to another address',
      { clusterIP: '10.0.0.1' },
      { clusterIP: '10.0.0.2', clusterIPs: ['10.0.0.1'] },
      ['spec.clusterIPs[0]: Invalid value: []string{"10.0.0.2"}: may not change once set'],
    ],
    [
      'drops the second address in silence',
      dual,
      { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1'], ipFamilies: ['IPv4', 'IPv6'] },
      [
        'spec.ipFamilyPolicy: Invalid value: "null": must be set to \'SingleStack\' when releasing the secondary clusterIP',
      ],
    ],
    [
      'drops the second family knowingly',
      dual,
      { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1'], ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' },
      [],
    ],
    [
      'changes the class of its load balancer',
      { type: 'LoadBalancer', loadBalancerClass: 'a.b/c' },
      { type: 'LoadBalancer', loadBalancerClass: 'a.b/d' },
      ['spec.loadBalancerClass: Invalid value: "a.b/d": may not change once set'],
    ],
    [
      'names a class that only load balancers have',
      {},
      { loadBalancerClass: 'a.b/c' },
      [
        "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'",
        "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'",
      ],
    ],
    [
      'swaps its families',
      dual,
      { ...dual, ipFamilies: ['IPv6', 'IPv4'] },
      [
        'spec.ipFamilies[0]: Invalid value: []core.IPFamily{"IPv6", "IPv4"}: may not change once set',
        'spec.ipFamilies[0]: Invalid value: []core.IPFamily{"IPv6", "IPv4"}: may not change once set',
        'spec.clusterIPs[0]: Invalid value: "10.0.0.1": expected an IPv6 value as indicated by `ipFamilies[0]`',
        'spec.clusterIPs[1]: Invalid value: "2001:db8::1": expected an IPv4 value as indicated by `ipFamilies[1]`',
      ],
    ],
    [
      'puts another family before the one that it had',
      { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1'], ipFamilies: ['IPv4'] },
      { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1'], ipFamilies: ['IPv6', 'IPv4'] },
      [
        'spec.ipFamilies[0]: Invalid value: []string{"10.0.0.1"}: may not change once set',
        'spec.clusterIPs[0]: Invalid value: "10.0.0.1": expected an IPv6 value as indicated by `ipFamilies[0]`',
      ],
    ],
    [
      'becomes headless',
      dual,
      { clusterIP: 'None', clusterIPs: ['None'], ipFamilies: ['IPv4'] },
      [
        'spec.clusterIPs[0]: Invalid value: []string{"None"}: may not change once set',
        'spec.ipFamilyPolicy: Invalid value: "null": must be set to \'SingleStack\' when releasing the secondary clusterIP',
      ],
    ],
    [
      'has three addresses',
      {},
      { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1', '2001:db8::1', '10.0.0.2'] },
      ['spec.clusterIPs: Invalid value: []string{"10.0.0.1", "2001:db8::1", "10.0.0.2"}: may only hold up to 2 values'],
    ],
  ])('that %s is told', (_title, before, after, causes) => {
    expect(shortCausesOf(change(before, after))).toEqual(causes);
  });

  it('keeps what was allocated', () => {
    const before = { type: 'NodePort', clusterIP: '10.0.0.1', ports: [{ name: 'p', port: 80, nodePort: 30_080 }] };
    const changed = change(before, { type: 'NodePort', ports: [{ name: 'p', port: 81 }] });
    expect(specOf(changed)).toMatchObject({ clusterIPs: ['10.0.0.1'], ports: [{ port: 81, nodePort: 30_080 }] });
  });

  it('drops what the new type does not have, unless it was changed as well', () => {
    const before = { type: 'NodePort', externalTrafficPolicy: 'Local', ports: [{ port: 80, nodePort: 30_080 }] };
    const same = change(before, { ...before, type: 'ClusterIP' });
    expect(same.issues).toEqual([]);
    expect(specOf(same)).not.toHaveProperty('externalTrafficPolicy');
    expect(specOf(same)).toMatchObject({ ports: [{ port: 80, targetPort: 80, protocol: 'TCP' }] });
    const two = {
      ...before,
      ports: [
        { name: 'a', port: 80, nodePort: 30_080 },
        { name: 'b', port: 81, nodePort: 30_081 },
      ],
    };
    expect(change(two, { ...before, type: 'ClusterIP', ports: [{ port: 81, nodePort: 30_081 }] }).issues).toEqual([]);
    const other = change(before, { ...before, type: 'ClusterIP', ports: [{ port: 80, nodePort: 30_081 }] });
    expect(shortCausesOf(other)).toEqual([
      "spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
    ]);
  });

  it('reports addresses of load balancers', () => {
    const { object } = create(services, body({ type: 'LoadBalancer' }));
    const report = (ingress: object[]) =>
      shortCausesOf(updateStatus(services, object, { metadata: { name: 'a' }, status: { loadBalancer: { ingress } } }));
    expect(report([{ ip: '1.2.3.4' }, { hostname: 'a.b' }])).toEqual([]);
    expect(report([{ ip: 'x' }, { hostname: '1.2.3.4' }])).toEqual([
      'status.loadBalancer.ingress[0].ip: Invalid value: "x": must be a valid IP address',
      'status.loadBalancer.ingress[1].hostname: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
    ]);
  });
});
