/**
 * Whom the API servers of a cluster trust, as the data of a config map: several servers write it, each of which knows its own
 * part, so that each adds what is missing and takes away only what has expired.
 */
import type { X509Certificate } from 'node:crypto';

import { parseCertificates } from '@keelson/pki';

export interface ClusterTrust {
  /** Authorities of client certificates, in PEM. */
  readonly clientAuthorities: string;
  /** Absent where no front proxy is trusted. */
  readonly frontProxy?: TrustedFrontProxy | undefined;
}

export interface TrustedFrontProxy {
  /** In PEM. */
  readonly authorities: string;
  /** Common names of their certificates; any when empty. */
  readonly allowedNames: readonly string[];
  readonly usernameHeaders: readonly string[];
  readonly groupHeaders: readonly string[];
  readonly extraHeaderPrefixes: readonly string[];
}

type Data = Readonly<Record<string, string>>;

const keys = {
  clientAuthorities: 'client-ca-file',
  authorities: 'requestheader-client-ca-file',
  allowedNames: 'requestheader-allowed-names',
  usernameHeaders: 'requestheader-username-headers',
  groupHeaders: 'requestheader-group-headers',
  extraHeaderPrefixes: 'requestheader-extra-headers-prefix',
} as const;

/** An entry that is there and cannot be read counts as none. */
export function mergeTrust(found: Data, { clientAuthorities, frontProxy }: ClusterTrust, now: Date): Data {
  const joined = (key: string, own: string) => joinAuthorities(found[key] ?? '', own, now);
  const clients = joined(keys.clientAuthorities, clientAuthorities);
  const proxies = joined(keys.authorities, frontProxy?.authorities ?? '');
  return {
    ...(clients !== '' && { [keys.clientAuthorities]: clients }),
    ...(proxies !== '' && { [keys.authorities]: proxies, ...mergeFrontProxy(found, frontProxy) }),
  };
}

function mergeFrontProxy(found: Data, own: TrustedFrontProxy | undefined): Data {
  const join = (name: Exclude<keyof TrustedFrontProxy, 'authorities'>) =>
    JSON.stringify([...new Set([...readList(found[keys[name]]), ...(own?.[name] ?? [])])].sort());
  // No names stand for any name: they stay so, as two servers would else undo each other's work.
  const isAny = own?.allowedNames.length === 0 || found[keys.allowedNames] === '[]';
  return {
    [keys.allowedNames]: isAny ? '[]' : join('allowedNames'),
    [keys.usernameHeaders]: join('usernameHeaders'),
    [keys.groupHeaders]: join('groupHeaders'),
    [keys.extraHeaderPrefixes]: join('extraHeaderPrefixes'),
  };
}

function joinAuthorities(found: string, own: string, now: Date): string {
  const byPrint = new Map<string, X509Certificate>();
  for (const text of [found, own]) {
    const parsed = parseCertificates([text]);
    for (const certificate of parsed.ok ? parsed.value : []) {
      if (new Date(certificate.validTo) > now) byPrint.set(certificate.fingerprint256, certificate);
    }
  }
  return [...byPrint.values()].map(String).join('');
}

function readList(text: string | undefined): readonly string[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? (list as readonly unknown[]).filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}
