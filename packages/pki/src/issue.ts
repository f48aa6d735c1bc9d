/**
 * Makes certificates: an authority of one's own, and what it signs. Loaded only when
 * something has to be made, as a start with everything in place should not pay for it.
 */
import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';

import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { Extension, JsonName } from '@peculiar/x509';

/** A certificate and its private key, in PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly privateKey: string;
}

export interface SubjectName {
  readonly commonName: string;
  readonly organizations?: readonly string[];
}

export interface LeafRequest {
  readonly subject: SubjectName;
  /** A peer is both. */
  readonly usage: 'server' | 'client' | 'peer';
  /** Names and addresses a server is reached under. */
  readonly hosts?: readonly string[];
  readonly now: Date;
  readonly days: number;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** Clocks of clients may be a little behind. */
const backdateMs = 5 * 60_000;
const dayMs = 86_400_000;

cryptoProvider.set(webcrypto);

export async function issueAuthority(commonName: string, now: Date, days: number): Promise<KeyPair> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...validity(now, days),
    serialNumber: serialNumber(),
    name: nameOf({ commonName }),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign | KeyUsageFlags.digitalSignature, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: certificate.toString('pem'), privateKey: await exportKey(keys.privateKey) };
}

const usages: Readonly<Record<LeafRequest['usage'], ExtendedKeyUsage[]>> = {
  server: [ExtendedKeyUsage.serverAuth],
  client: [ExtendedKeyUsage.clientAuth],
  peer: [ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth],
};

export async function issueLeaf(authority: KeyPair, request: LeafRequest): Promise<KeyPair> {
  const { subject, usage, hosts = [], now, days } = request;
  return issue(authority, {
    now,
    days,
    subject: nameOf(subject),
    extensions: [
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension(usages[usage]),
      ...(hosts.length > 0 ? [new SubjectAlternativeNameExtension(hosts.map(alternativeName))] : []),
    ],
  });
}

export interface Issuance {
  readonly subject: JsonName;
  /** Extensions beside those of a leaf and of its issuer. */
  readonly extensions: readonly Extension[];
  readonly now: Date;
  readonly days: number;
}

/** Makes a key, and a certificate for it that is no authority. */
export async function issue(authority: KeyPair, { subject, extensions, now, days }: Issuance): Promise<KeyPair> {
  const issuer = new X509Certificate(authority.certificate);
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.create({
    ...validity(now, days),
    serialNumber: serialNumber(),
    subject,
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: await importKey(authority.privateKey),
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      ...extensions,
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer),
    ],
  });
  return { certificate: certificate.toString('pem'), privateKey: await exportKey(keys.privateKey) };
}

function validity(now: Date, days: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(now.getTime() - backdateMs), notAfter: new Date(now.getTime() + days * dayMs) };
}

/** Positive, and unique without a register of what was issued. */
export function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes.writeUInt8(bytes.readUInt8(0) & 0x7f, 0);
  return bytes.toString('hex');
}

function nameOf({ commonName, organizations = [] }: SubjectName): JsonName {
  return [...organizations.map((organization) => ({ O: [organization] })), { CN: [commonName] }];
}

function alternativeName(host: string): { type: 'ip' | 'dns'; value: string } {
  return { type: isIP(host) === 0 ? 'dns' : 'ip', value: host };
}

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  return PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

async function importKey(pem: string): Promise<webcrypto.CryptoKey> {
  const [der] = PemConverter.decode(pem);
  if (der === undefined) throw new Error('the key of the authority is not in PEM');
  return webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);
}
