import { hostname } from 'node:os';

import { describe, expect, it } from '@jest/globals';

import { hostsOf } from './hosts.ts';

const configured = (bindAddress: string, advertised: string, addresses: readonly string[]) =>
  hostsOf({ serving: { bindAddress }, services: { addresses, own: { advertised } } });

describe('the names and addresses of a server', () => {
  it('are those by which pods reach its Service, beside its own', () => {
    const hosts = configured('127.0.0.1', '192.0.2.7', ['10.0.0.0/24', 'fd00::/108']);
    expect(hosts).toEqual(
      expect.arrayContaining([
        ...['localhost', hostname(), '127.0.0.1', '::1', '192.0.2.7', '10.0.0.1'],
        ...['kubernetes', 'kubernetes.default', 'kubernetes.default.svc', 'kubernetes.default.svc.cluster.local'],
      ]),
    );
  });

  it('leave out wildcard addresses', () => {
    const hosts = configured('0.0.0.0', '', ['fd00::/108']);
    expect(hosts).toContain('fd00::1');
    expect(hosts).not.toContain('0.0.0.0');
    expect(hosts).not.toContain('');
  });
});
