import { describe, expect, it } from '@jest/globals';

import { containsAddress, formatIp, isIPv4Bytes, parseIp, parseNetwork } from './ip-bytes.ts';

function contains(network: string, address: string): boolean {
  const [parsed, bytes] = [parseNetwork(network), parseIp(address)];
  if (parsed === undefined || bytes === undefined) throw new Error('not parsed');
  return containsAddress(parsed, bytes);
}

describe('an address', () => {
  it.each([
    ['1.2.3.4', '00000000000000000000ffff01020304'],
    ['010.02.003.4', '00000000000000000000ffff0a020304'],
    ['::ffff:1.2.3.4', '00000000000000000000ffff01020304'],
    ['::', '00000000000000000000000000000000'],
    ['2001:db8::1', '20010db8000000000000000000000001'],
    ['fe80::', 'fe800000000000000000000000000000'],
    ['1:2:3:4:5:6:7:8', '00010002000300040005000600070008'],
  ])('%s has its bytes', (text, hex) => {
    expect(Buffer.from(parseIp(text) ?? []).toString('hex')).toBe(hex);
  });

  it.each(['', '1.2.3', '1.2.3.256', '1::2::3', 'fe80::1%eth0', 'a.example'])('is not %j', (text) => {
    expect(parseIp(text)).toBeUndefined();
  });

  it('of IPv4 is told from one of IPv6', () => {
    expect(['1.2.3.4', '::1'].map((text) => isIPv4Bytes(parseIp(text) ?? new Uint8Array()))).toEqual([true, false]);
  });
});

describe('a network', () => {
  it.each([
    ['10.1.2.3/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.0.0.0/9', '10.128.0.0', false],
    ['0.0.0.0/0', '1.2.3.4', true],
    ['0.0.0.0/0', '::1', false],
    ['::/0', '1.2.3.4', false],
    ['2001:db8::/33', '2001:db8:7fff::', true],
    ['2001:db8::/33', '2001:db8:8000::', false],
  ])('%s contains %s: %s', (network, address, isInside) => {
    expect(contains(network, address)).toBe(isInside);
  });

  it.each(['10.0.0.0', '10.0.0.0/33', '::/129', '/8', '10.0.0.0/', '10.0.0.0/+8'])('is not %j', (text) => {
    expect(parseNetwork(text)).toBeUndefined();
  });
});

describe('an address', () => {
  it.each([
    ['10.000.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['FD00:0:0:1::5', 'fd00:0:0:1::5'],
    ['fd00::', 'fd00::'],
    ['::', '::'],
    ['::1', '::1'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['1:0:2:0:3:0:4:0', '1:0:2:0:3:0:4:0'],
    ['1:10::', '1:10::'],
  ])('that is written as %s has the text %s', (text, formatted) => {
    expect(formatIp(parseIp(text) ?? new Uint8Array())).toBe(formatted);
  });
});
