/** Makes revocation lists, as an authority would. */
import 'reflect-metadata';
import { webcrypto, X509Certificate } from 'node:crypto';

import { cryptoProvider, PemConverter, X509Certificate as Certificate, X509CrlGenerator } from '@peculiar/x509';

import type { KeyPair } from '../issue.ts';

cryptoProvider.set(webcrypto);
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

export async function makeRevocations(authority: KeyPair, ...revoked: readonly KeyPair[]): Promise<string> {
  const [der] = PemConverter.decode(authority.privateKey);
  if (der === undefined) throw new Error('no key');
  const list = await X509CrlGenerator.create({
    issuer: new Certificate(authority.certificate).subject,
    thisUpdate: new Date(),
    nextUpdate: new Date(Date.now() + 86_400_000),
    signingAlgorithm: algorithm,
    signingKey: await webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']),
    entries: revoked.map(({ certificate }) => ({ serialNumber: new X509Certificate(certificate).serialNumber })),
  });
  return list.toString('pem');
}
