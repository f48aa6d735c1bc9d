/** Files of certificates, and of a certificate with its key: read, and checked as far as they can be before they are used. */
import { createPrivateKey, X509Certificate } from 'node:crypto';

import type { Parsed } from '@keelson/files';
import { parsePem } from './pem.ts';

/** All certificates of a file, of which there has to be one. Other blocks do not count. */
export function parseCertificates([text = '']: readonly string[]): Parsed<readonly X509Certificate[]> {
  const pem = parsePem(text);
  if (!pem.ok) return pem;
  const certificates: X509Certificate[] = [];
  for (const { label, der, line } of pem.blocks) {
    if (label !== 'CERTIFICATE') continue;
    try {
      certificates.push(new X509Certificate(der));
    } catch (error) {
      return { ok: false, line, message: `this is no certificate: ${reasonOf(error)}` };
    }
  }
  if (certificates.length === 0) return { ok: false, message: 'there is no certificate in it' };
  return { ok: true, value: certificates };
}

export interface ServingPair {
  readonly chain: string;
  readonly privateKey: string;
}

/** Both can be read, and do not belong together. */
export const notItsKey = 'this is not the key of the certificate';

/** The chain in the first text, the key of its first certificate in the second. */
export function parseServingPair([chain = '', privateKey = '']: readonly string[]): Parsed<ServingPair> {
  const parsed = parseCertificates([chain]);
  if (!parsed.ok) return parsed;
  const [own] = parsed.value;
  const key = parsePem(privateKey);
  if (!key.ok) return { ...key, at: 1 };
  const line = key.blocks.find(({ label }) => label.endsWith('PRIVATE KEY'))?.line;
  if (line === undefined) return { ok: false, at: 1, message: 'there is no private key in it' };
  try {
    if (own?.checkPrivateKey(createPrivateKey(privateKey)) !== true) {
      return { ok: false, at: 1, line, message: notItsKey };
    }
  } catch (error) {
    return { ok: false, at: 1, line, message: `the key cannot be used: ${reasonOf(error)}` };
  }
  return { ok: true, value: { chain, privateKey } };
}

export interface SigningPair {
  readonly certificate: string;
  readonly privateKey: string;
}

/** A certificate and its key, of a kind that certificate requests are signed with here. */
export function parseSigningPair(texts: readonly string[]): Parsed<SigningPair> {
  const parsed = parseServingPair(texts);
  if (!parsed.ok) return parsed;
  const { chain: certificate, privateKey } = parsed.value;
  const { asymmetricKeyType = '' } = createPrivateKey(privateKey);
  if (asymmetricKeyType === 'rsa' || asymmetricKeyType === 'ec')
    return { ok: true, value: { certificate, privateKey } };
  return { ok: false, at: 1, message: `a key of the kind ${asymmetricKeyType} signs no certificates here` };
}

/** The reason that OpenSSL gives, without its error numbers. */
export function reasonOf(error: unknown): string {
  const { message, reason } = error as Error & { readonly reason?: string };
  return reason ?? /:([^:]+)$/.exec(message)?.[1] ?? message;
}
