/** Checks certificate requests (PKCS#10, RFC 2986): their form, and that whoever asks has the key. */
import { constants, createPublicKey, verify, type KeyObject } from 'node:crypto';

import { derContentOf, derTags, readDer, type DerElement } from './der.ts';
import { noRequestBlock, readRequestBlock } from './request-block.ts';

const isNoRequest = 'asn1: structure error: this is no certificate request';

/** Says what is wrong with a request in PEM; the first block counts. */
export function findRequestFault(pem: Buffer): string | undefined {
  const der = readRequestBlock(pem.toString('latin1'));
  if (der === undefined) return noRequestBlock;
  const request = parseRequest(der);
  if (request === undefined) return isNoRequest;
  const { key, algorithm } = request;
  if (key === undefined) return 'x509: unsupported public key';
  if (algorithm === undefined) return 'x509: cannot verify signature: algorithm unimplemented';
  return isSigned(request, key, algorithm) ? undefined : 'x509: the signature does not fit the key of the request';
}

interface Algorithm {
  /** Absent where the key says it. */
  readonly digest: string | undefined;
  readonly isPss?: true;
}

interface Request {
  readonly signed: Buffer;
  readonly signature: Buffer;
  readonly key: KeyObject | undefined;
  readonly algorithm: Algorithm | undefined;
}

function parseRequest(der: Buffer): Request | undefined {
  const elements = readDer(der) ?? [];
  const [information, algorithm, signature] = sequence(elements[0]);
  const key = keyOf(information);
  const [id, parameters] = sequence(algorithm);
  if (elements.length !== 1 || information === undefined || key === undefined || id?.tag !== derTags.id)
    return undefined;
  if (signature?.tag !== derTags.bitString || signature.bytes[0] !== 0) return undefined;
  return {
    signed: information.whole,
    signature: signature.bytes.subarray(1),
    key: readKey(key.whole),
    algorithm: algorithmOf(id.bytes, parameters?.whole),
  };
}

function sequence(element: DerElement | undefined): readonly DerElement[] {
  return derContentOf(element, derTags.sequence) ?? [];
}

/** The key stands behind the version and the subject. */
function keyOf(information: DerElement | undefined): DerElement | undefined {
  const [version, subject, key] = sequence(information);
  return version?.tag === derTags.integer && subject?.tag === derTags.sequence ? key : undefined;
}

function readKey(der: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    // OpenSSL throws for bytes that are no key.
    return undefined;
  }
}

/** RFC 8017, appendix A.2.4; RFC 5758, section 3.2; RFC 8410, section 3. */
const algorithms: ReadonlyMap<string, Algorithm> = new Map([
  ['2a864886f70d010105', { digest: 'sha1' }],
  ['2a864886f70d01010b', { digest: 'sha256' }],
  ['2a864886f70d01010c', { digest: 'sha384' }],
  ['2a864886f70d01010d', { digest: 'sha512' }],
  ['2a8648ce3d0401', { digest: 'sha1' }],
  ['2a8648ce3d040302', { digest: 'sha256' }],
  ['2a8648ce3d040303', { digest: 'sha384' }],
  ['2a8648ce3d040304', { digest: 'sha512' }],
  ['2b6570', { digest: undefined }],
]);
const pss = '2a864886f70d01010a';
/** The digests that a signature with RSASSA-PSS names in its parameters. */
const digests: readonly (readonly [id: string, digest: string])[] = [
  ['0609608648016503040201', 'sha256'],
  ['0609608648016503040202', 'sha384'],
  ['0609608648016503040203', 'sha512'],
];

function algorithmOf(id: Buffer, parameters: Buffer | undefined): Algorithm | undefined {
  const hex = id.toString('hex');
  if (hex !== pss) return algorithms.get(hex);
  const text = parameters?.toString('hex') ?? '';
  const [, digest] = digests.find(([digestId]) => text.includes(digestId)) ?? [];
  return digest === undefined ? undefined : { digest, isPss: true };
}

function isSigned({ signed, signature }: Request, key: KeyObject, { digest, isPss }: Algorithm): boolean {
  const padding = isPss === true ? { padding: constants.RSA_PKCS1_PSS_PADDING } : {};
  try {
    return verify(digest, signed, { key, ...padding }, signature);
  } catch {
    // A key of another kind than the algorithm.
    return false;
  }
}
