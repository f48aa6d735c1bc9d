/**
 * Compares the name that was asked for with those of a certificate: subject alternative names alone, as RFC 6125 and Go
 * have it. A common name is not looked at.
 */
import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';

import { missingNames, wrongName } from '../failure.ts';

/** To be passed to TLS. Undefined if the certificate is for the name. */
export function checkName(host: string, certificate: PeerCertificate): Error | undefined {
  const names = certificate.subjectaltname;
  if (names === undefined) {
    const words = isIP(host) > 0 ? noAddresses(host) : legacyName;
    return Object.assign(new Error(words), { code: missingNames });
  }
  if (checkServerIdentity(host, certificate) === undefined) return undefined;
  return Object.assign(new Error(describeMismatch(host, names)), { code: wrongName });
}

const legacyName = 'x509: certificate relies on legacy Common Name field, use SANs instead';

function noAddresses(host: string): string {
  return `x509: cannot validate certificate for ${host} because it doesn't contain any IP SANs`;
}

function describeMismatch(host: string, names: string): string {
  const isAddress = isIP(host) > 0;
  const found = [...names.matchAll(/(DNS|IP Address):([^,]+)/g)].filter(([, kind]) => (kind === 'DNS') !== isAddress);
  if (found.length === 0 && isAddress) return noAddresses(host);
  if (found.length === 0) return `x509: certificate is not valid for any names, but wanted to match ${host}`;
  return `x509: certificate is valid for ${found.map(([, , name = '']) => name).join(', ')}, not ${host}`;
}
