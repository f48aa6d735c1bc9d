import { describe, expect, it } from '@jest/globals';

import { servicesOf } from './service-flags.ts';

const read = (networks: string, ports = '30000-32767') =>
  servicesOf({
    'service-cluster-ip-range': networks.split(','),
    'service-node-port-range': ports,
    'kubernetes-service-node-port': 0,
    'advertise-address': '',
    'endpoint-reconciler-type': 'lease',
    'apiserver-count': 1,
  });

describe('the ranges of Services', () => {
  it('are one network or two, and ports', () => {
    expect(read('10.0.0.0/24')).toMatchObject({ addresses: ['10.0.0.0/24'], ports: { first: 30_000, last: 32_767 } });
    expect(read('fd00::/112, 10.96.0.0/12').addresses).toEqual(['fd00::/112', '10.96.0.0/12']);
    expect(read('10.0.0.0/29', '30000+10').ports).toEqual({ first: 30_000, last: 30_010 });
    expect(read('10.0.0.0/29', '80').ports).toEqual({ first: 80, last: 80 });
  });

  it.each([
    ['10.0.0.0', 'is not a valid cidr'],
    ['', 'must contain at least one valid cidr'],
    ['10.0.0.0/30', 'the service cluster IP range must be at least 8 IP addresses'],
    ['10.0.0.0/8', 'for 32-bit addresses, the mask must be >= 12'],
    ['fd00::/64', 'for 128-bit addresses, the mask must be >= 108'],
    ['10.0.0.0/24,10.1.0.0/24', '[0] and --service-cluster-ip-range[1] must be of different IP family'],
    ['10.0.0.0/24,fd00::/112,10.1.0.0/24', 'must not contain more than two entries'],
  ])('are refused as %j', (networks, problem) => {
    expect(() => read(networks)).toThrow(problem);
  });

  it.each(['', '0', '32767-30000', '1-70000', 'a-b'])('have no ports %j', (ports) => {
    expect(() => read('10.0.0.0/24', ports)).toThrow('is no range of ports');
  });
});
