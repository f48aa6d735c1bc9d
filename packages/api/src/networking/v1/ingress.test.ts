import { describe, expect, it } from '@jest/globals';

import { create } from '../../testing/admit.ts';
import { fillIn } from '../../testing/fill-in.ts';
import { printRow } from '../../testing/print-row.ts';
import { ingresses } from './ingress.resource.ts';
import { Ingress } from './ingress.ts';

const hosts = (...names: string[]) => names.map((host) => (host === '' ? {} : { host }));

describe('an ingress', () => {
  it('has no defaults, not even for the type of a path', () => {
    const rules = [{ http: { paths: [{ path: '/' }] } }];
    expect(fillIn(Ingress, { spec: { rules } }).spec.rules?.[0]?.http?.paths?.[0]?.pathType).toBeNull();
  });

  it('shows hosts, addresses and ports', () => {
    const spec = { ingressClassName: 'c', rules: hosts('a.test', 'b.test'), tls: [{}] };
    const status = { loadBalancer: { ingress: [{ ip: '2.2.2.2' }, { hostname: '1.test' }] } };
    expect(printRow(ingresses, { spec, status })).toEqual({
      Name: 'a',
      Class: 'c',
      Hosts: 'a.test,b.test',
      Address: '1.test,2.2.2.2',
      Ports: '80, 443',
      Age: '5m',
    });
    expect(printRow(ingresses, {})).toMatchObject({ Class: '<none>', Hosts: '*', Address: '', Ports: '80' });
  });

  it.each([
    [hosts('', ''), '*'],
    [hosts('a', 'b', 'c'), 'a,b,c'],
    [hosts('a', '', 'b', 'c', 'd', ''), 'a,b,c + 3 more...'],
  ])('with the rules %j shows %s', (rules, text) => {
    expect(printRow(ingresses, { spec: { rules } })['Hosts']).toBe(text);
  });

  it('begins with an empty status', () => {
    const status = { loadBalancer: { ingress: [{ ip: '1.1.1.1' }] } };
    const { object } = create(ingresses, { metadata: { name: 'a' }, spec: {}, status });
    expect(object['status']).toEqual({ loadBalancer: {} });
  });
});
