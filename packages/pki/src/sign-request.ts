/**
 * Reads and signs certificate requests (PKCS#10, RFC 2986). Whether a request may be signed is decided elsewhere. Loaded
 * only when there is a request: the library takes a while.
 */
import 'reflect-metadata';
import { createPrivateKey, webcrypto, type KeyObject } from 'node:crypto';

import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsageExtension,
  Extension,
  Pkcs10CertificateRequest,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
  type JsonGeneralNames,
} from '@peculiar/x509';

import { serialNumber, type KeyPair } from './issue.ts';

/** The claims of a request that signers decide by. */
export interface RequestedSubject {
  readonly commonName: string;
  readonly organizations: readonly string[];
  readonly dnsNames: readonly string[];
  readonly ipAddresses: readonly string[];
  readonly emailAddresses: readonly string[];
  readonly uris: readonly string[];
}

export interface SigningTerms {
  /** As a CertificateSigningRequest names them. */
  readonly usages: readonly string[];
  readonly nowMs: number;
  readonly seconds: number;
}

export type SigningResult =
  { readonly ok: true; readonly certificate: string } | { readonly ok: false; readonly message: string };

cryptoProvider.set(webcrypto);

const alternativeNameId = '2.5.29.17';

/** Undefined where the bytes are no certificate request, or its own signature does not hold. */
export async function readRequest(der: Uint8Array): Promise<RequestedSubject | undefined> {
  const request = await parse(der);
  if (request === undefined) return undefined;
  const { subjectName } = request;
  const names = alternativeNamesOf(request);
  const named = (type: string): readonly string[] =>
    names.filter((name) => name.type === type).map(({ value }) => value);
  return {
    commonName: subjectName.getField('CN').at(-1) ?? '',
    organizations: subjectName.getField('O'),
    dnsNames: named('dns'),
    ipAddresses: named('ip'),
    emailAddresses: named('email'),
    uris: named('url'),
  };
}

/** Clocks of those who verify may be a little behind. */
const backdateMs = 5 * 60_000;
/** Certificates that live for less keep all of their time. */
const shortMs = 8 * 3_600_000;

/** The certificate never outlives that of the authority. */
export async function signRequest(
  authority: KeyPair,
  der: Uint8Array,
  { usages, nowMs, seconds }: SigningTerms,
): Promise<SigningResult> {
  const request = await parse(der);
  if (request === undefined) return { ok: false, message: 'unable to parse the certificate request' };
  if (request.subjectName.getField('CN').length > 1) {
    // Some verifiers read the first and others the last, which is the one that was judged.
    return { ok: false, message: 'the subject has more than one common name' };
  }
  const unknown = usages.find((usage) => !(usage in keyUsageBits) && !(usage in extendedUsageIds));
  if (unknown !== undefined) return { ok: false, message: `unrecognized usage values: [${JSON.stringify(unknown)}]` };
  const issuer = new X509Certificate(authority.certificate);
  const lifeMs = seconds * 1_000;
  const endMs = nowMs + (lifeMs < shortMs ? lifeMs : lifeMs - backdateMs);
  if (issuer.notAfter.getTime() <= nowMs) {
    return { ok: false, message: `the signer has expired: NotAfter=${issuer.notAfter.toISOString()}` };
  }
  const signing = await importSigningKey(createPrivateKey(authority.privateKey));
  const certificate = await X509CertificateGenerator.create({
    notBefore: new Date(nowMs - backdateMs),
    notAfter: new Date(Math.min(endMs, issuer.notAfter.getTime())),
    serialNumber: serialNumber(),
    subject: request.subjectName,
    issuer: issuer.subjectName,
    publicKey: request.publicKey,
    signingKey: signing.key,
    signingAlgorithm: signing.algorithm,
    extensions: await extensionsOf(request, issuer, usages),
  });
  return { ok: true, certificate: `${certificate.toString('pem').trimEnd()}\n` };
}

async function extensionsOf(
  request: Pkcs10CertificateRequest,
  issuer: X509Certificate,
  usages: readonly string[],
): Promise<Extension[]> {
  const bits = usages.flatMap((usage) => keyUsageBits[usage] ?? []);
  const extended = [...new Set(usages.flatMap((usage) => extendedUsageIds[usage] ?? []))];
  const names = alternativeNamesOf(request);
  return [
    ...(bits.length === 0 ? [] : [new Extension(keyUsageId, true, bitString(bits))]),
    ...(extended.length === 0 ? [] : [new ExtendedKeyUsageExtension(extended)]),
    new BasicConstraintsExtension(false, undefined, true),
    await AuthorityKeyIdentifierExtension.create(issuer),
    ...(names.length === 0 ? [] : [new SubjectAlternativeNameExtension(names)]),
  ];
}

async function parse(der: Uint8Array): Promise<Pkcs10CertificateRequest | undefined> {
  try {
    const request = new Pkcs10CertificateRequest(Buffer.from(der));
    return (await request.verify()) ? request : undefined;
  } catch {
    return undefined;
  }
}

const judgedNames: readonly string[] = ['dns', 'ip', 'email', 'url'] satisfies JsonGeneralNames[number]['type'][];

/** Of the kinds that signers judge. What nobody has judged is not signed. */
function alternativeNamesOf(request: Pkcs10CertificateRequest): JsonGeneralNames {
  const found = request.extensions.find(({ type }) => type === alternativeNameId);
  if (!(found instanceof SubjectAlternativeNameExtension)) return [];
  return found.names.toJSON().filter(({ type }) => judgedNames.includes(type));
}

/** RFC 5280, section 4.2.1.3. */
const keyUsageBits: Readonly<Record<string, number>> = {
  signing: 0,
  'digital signature': 0,
  'content commitment': 1,
  'key encipherment': 2,
  'data encipherment': 3,
  'key agreement': 4,
  'cert sign': 5,
  'crl sign': 6,
  'encipher only': 7,
  'decipher only': 8,
};
const keyUsageId = '2.5.29.15';

/** A named bit string in DER: no zero bits behind the last one. */
function bitString(bits: readonly number[]): Buffer {
  const last = Math.max(...bits);
  const bytes = Buffer.alloc((last >> 3) + 1);
  for (const bit of bits) bytes.writeUInt8(bytes.readUInt8(bit >> 3) | (0x80 >> (bit & 7)), bit >> 3);
  return Buffer.from([0x03, bytes.length + 1, 7 - (last & 7), ...bytes]);
}

/** RFC 5280, section 4.2.1.12, and identifiers of vendors. */
const extendedUsageIds: Readonly<Record<string, string>> = {
  any: '2.5.29.37.0',
  'server auth': '1.3.6.1.5.5.7.3.1',
  'client auth': '1.3.6.1.5.5.7.3.2',
  'code signing': '1.3.6.1.5.5.7.3.3',
  'email protection': '1.3.6.1.5.5.7.3.4',
  's/mime': '1.3.6.1.5.5.7.3.4',
  'ipsec end system': '1.3.6.1.5.5.7.3.5',
  'ipsec tunnel': '1.3.6.1.5.5.7.3.6',
  'ipsec user': '1.3.6.1.5.5.7.3.7',
  timestamping: '1.3.6.1.5.5.7.3.8',
  'ocsp signing': '1.3.6.1.5.5.7.3.9',
  'microsoft sgc': '1.3.6.1.4.1.311.10.3.3',
  'netscape sgc': '2.16.840.1.113730.4.1',
};

const curves: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };

async function importSigningKey(key: KeyObject) {
  const { namedCurve = '' } = key.asymmetricKeyDetails ?? {};
  const curve = curves[namedCurve];
  const algorithm =
    curve === undefined
      ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
      : { name: 'ECDSA', namedCurve: curve, hash: 'SHA-256' };
  const der = key.export({ type: 'pkcs8', format: 'der' });
  return { key: await webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']), algorithm };
}
