import { describe, expect, it } from '@jest/globals';
import { issueAuthority } from '@keelson/pki';

import { mergeTrust } from './cluster-trust.ts';

const now = new Date();
const issue = async (name: string, days = 10) => (await issueAuthority(name, now, days)).certificate.trim();
const [a, b] = [await issue('a'), await issue('b')];
const old = await issueAuthority('old', new Date(now.getTime() - 10 * 86_400_000), 1);

const proxy = {
  authorities: a,
  allowedNames: ['front-proxy-client'],
  usernameHeaders: ['X-Remote-User'],
  groupHeaders: ['X-Remote-Group'],
  extraHeaderPrefixes: ['X-Remote-Extra-'],
};

function countOf(text = ''): number {
  return text.split('-----BEGIN CERTIFICATE-----').length - 1;
}

describe('the trust of a cluster', () => {
  it('is written under the keys that other servers read, lists as JSON', () => {
    const {
      'client-ca-file': clients,
      'requestheader-client-ca-file': proxies,
      ...rest
    } = mergeTrust({}, { clientAuthorities: b, frontProxy: proxy }, now);
    expect([clients?.trim(), proxies?.trim()]).toEqual([b, a]);
    expect(rest).toEqual({
      'requestheader-allowed-names': '["front-proxy-client"]',
      'requestheader-username-headers': '["X-Remote-User"]',
      'requestheader-group-headers': '["X-Remote-Group"]',
      'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
    });
  });

  it('keeps the authorities of other replicas, each once', () => {
    const first = mergeTrust({}, { clientAuthorities: a, frontProxy: proxy }, now);
    const both = mergeTrust(first, { clientAuthorities: `${a}\n${b}`, frontProxy: { ...proxy, authorities: b } }, now);
    expect(countOf(both['client-ca-file'])).toBe(2);
    expect(countOf(both['requestheader-client-ca-file'])).toBe(2);
    expect(mergeTrust(both, { clientAuthorities: a, frontProxy: proxy }, now)).toEqual(both);
  });

  it('loses authorities that have expired, and what is no certificate', () => {
    const found = { 'client-ca-file': old.certificate, 'requestheader-client-ca-file': 'garbage', other: 'x' };
    const merged = mergeTrust(found, { clientAuthorities: a }, now);
    expect(Object.keys(merged)).toEqual(['client-ca-file']);
    expect(countOf(merged['client-ca-file'])).toBe(1);
  });

  it('lets any name pass as long as one server says so', () => {
    const any = mergeTrust({}, { clientAuthorities: a, frontProxy: { ...proxy, allowedNames: [] } }, now);
    expect(any['requestheader-allowed-names']).toBe('[]');
    const merged = mergeTrust(any, { clientAuthorities: a, frontProxy: proxy }, now);
    expect(merged['requestheader-allowed-names']).toBe('[]');
  });

  it('has the names and headers of all servers', () => {
    const found = mergeTrust({}, { clientAuthorities: a, frontProxy: proxy }, now);
    const other = { ...proxy, allowedNames: ['another'], usernameHeaders: ['X-User'] };
    const merged = mergeTrust(
      { ...found, 'requestheader-group-headers': '{' },
      { clientAuthorities: a, frontProxy: other },
      now,
    );
    expect(merged['requestheader-allowed-names']).toBe('["another","front-proxy-client"]');
    expect(merged['requestheader-username-headers']).toBe('["X-Remote-User","X-User"]');
    expect(merged['requestheader-group-headers']).toBe('["X-Remote-Group"]');
  });
});
