/**
 * Revocation lists (RFC 5280, section 5): which certificates their authorities have
 * taken back. A list counts if one of the authorities has signed it.
 */
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import type { X509Certificate } from 'node:crypto';

import { cryptoProvider, PublicKey, X509Crl } from '@peculiar/x509';

import type { Parsed } from '@keelson/files';
import { parsePem } from './pem.ts';
import { revocationKey, type Revocations } from './peer-trust.ts';

cryptoProvider.set(webcrypto);

export async function parseRevocations(
  [text = '']: readonly string[],
  authorities: readonly X509Certificate[],
): Promise<Parsed<Revocations>> {
  const pem = parsePem(text);
  if (!pem.ok) return pem;
  const revoked = new Set<string>();
  let nextUpdate: Date | undefined;
  const lists = pem.blocks.filter(({ label }) => label === 'X509 CRL' || label === 'CRL');
  // Most likely the wrong file: to accept it would let every revoked certificate in.
  if (lists.length === 0) return { ok: false, message: 'there is no revocation list in it' };
  for (const { der, line } of lists) {
    const list = readList(der);
    if (list === undefined) return { ok: false, line, message: 'this is no revocation list' };
    const signer = await signerOf(list, authorities);
    if (signer === undefined) {
      return { ok: false, line, message: `none of the trusted authorities has signed the list of ${list.issuer}` };
    }
    for (const { serialNumber } of list.entries) revoked.add(revocationKey(signer, serialNumber));
    const { nextUpdate: due } = list;
    if (due !== undefined && (nextUpdate === undefined || due < nextUpdate)) nextUpdate = due;
  }
  return { ok: true, value: { revoked, nextUpdate } };
}

/** The library's error about an unreadable list describes its own calls, not the list, so it is dropped. */
function readList(der: Buffer): X509Crl | undefined {
  try {
    const list = new X509Crl(der);
    // Accessed here, since the library parses a list on first access.
    return list.entries.length >= 0 ? list : undefined;
  } catch {
    return undefined;
  }
}

async function signerOf(list: X509Crl, authorities: readonly X509Certificate[]): Promise<X509Certificate | undefined> {
  for (const authority of authorities) {
    const publicKey = new PublicKey(authority.publicKey.export({ type: 'spki', format: 'der' }));
    // A key of another kind than the signature throws rather than saying no.
    const isSigner = await list.verify({ publicKey }).catch(() => false);
    if (isSigner) return authority;
  }
  return undefined;
}
