/** The TLS versions and cipher suites of connections, in the names that operators know. */
import { ConfigurationError } from '@keelson/files';

export interface TlsSettings {
  readonly minVersion: 'TLSv1.2' | 'TLSv1.3';
  /** As OpenSSL reads them. */
  readonly ciphers: string;
}

export const tlsVersions = ['VersionTLS12', 'VersionTLS13'] as const;
export type TlsVersion = (typeof tlsVersions)[number];

/** Of TLS 1.3. They are always there, as they cannot be chosen elsewhere either. */
const newest = ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'];

/** Of TLS 1.2, those with forward secrecy and authenticated encryption: their IANA names, and those of OpenSSL. */
const modern: Readonly<Record<string, string>> = {
  TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256: 'ECDHE-ECDSA-AES128-GCM-SHA256',
  TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256: 'ECDHE-RSA-AES128-GCM-SHA256',
  TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384: 'ECDHE-ECDSA-AES256-GCM-SHA384',
  TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384: 'ECDHE-RSA-AES256-GCM-SHA384',
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256: 'ECDHE-ECDSA-CHACHA20-POLY1305',
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256: 'ECDHE-RSA-CHACHA20-POLY1305',
};

/** Older names of the same. */
const aliases: Readonly<Record<string, string>> = {
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305: 'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256',
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305: 'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256',
};

export const cipherSuites: readonly string[] = [...newest, ...Object.keys(modern)];

export interface TlsChoice {
  readonly minVersion: TlsVersion;
  /** All of them when empty. */
  readonly suites: readonly string[];
}

export function tlsSettingsOf({ minVersion, suites }: TlsChoice): TlsSettings {
  const chosen = suites.length === 0 ? Object.values(modern) : suites.flatMap(openSslName);
  return {
    minVersion: minVersion === 'VersionTLS13' ? 'TLSv1.3' : 'TLSv1.2',
    ciphers: [...newest, ...chosen].join(':'),
  };
}

function openSslName(suite: string): string[] {
  if (newest.includes(suite)) return [];
  const name = modern[aliases[suite] ?? suite];
  if (name !== undefined) return [name];
  throw new ConfigurationError(
    `--tls-cipher-suites: ${suite} is not offered, as it is unknown or not safe any more; choose among ${cipherSuites.join(', ')}`,
  );
}
