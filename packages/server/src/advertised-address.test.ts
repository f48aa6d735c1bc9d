import { describe, expect, it } from '@jest/globals';

import { advertisedAddress } from './advertised-address.ts';

const of = (address: string, internal = false) =>
  ({ address, internal, family: address.includes(':') ? 'IPv6' : 'IPv4', netmask: '', mac: '', cidr: null }) as never;
const interfaces = {
  lo: [of('127.0.0.1', true), of('::1', true)],
  eth0: [of('fe80::1'), of('fd00::7'), of('10.1.2.3')],
};

describe('the address that a server advertises', () => {
  it.each([
    ['192.0.2.1', '0.0.0.0', '192.0.2.1'],
    ['', '192.0.2.2', '192.0.2.2'],
    ['', '0.0.0.0', '10.1.2.3'],
    ['0.0.0.0', '127.0.0.1', '10.1.2.3'],
    ['127.0.0.1', '0.0.0.0', undefined],
  ])('is, where %j is asked for and %j is bound, %j', (asked, bound, address) => {
    expect(advertisedAddress(asked, bound, interfaces)).toBe(address);
  });

  it('is one of IPv6 where there is no other, and none where there is nothing', () => {
    expect(advertisedAddress('', '::', { eth0: [of('fe80::1'), of('fd00::7')] })).toBe('fd00::7');
    expect(advertisedAddress('', '::', { lo: [of('127.0.0.1', true)] })).toBeUndefined();
  });
});
