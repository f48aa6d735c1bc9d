/** Revocation lists as an authority with a P-256 key would sign them, put together byte by byte (RFC 5280, section 5.1). */
import { createPrivateKey, sign, X509Certificate } from 'node:crypto';

import type { Identity } from './tls.ts';

const sequence = 0x30;
const set = 0x31;

export function revoke({ cert, key }: Identity, ...revoked: readonly string[]): string {
  const ecdsaWithSha256 = tagged(sequence, oid('2a8648ce3d040302'));
  const entries = revoked.map((pem) => {
    const serial = Buffer.from(new X509Certificate(pem).serialNumber, 'hex');
    return tagged(sequence, integer(serial), time(Date.now()));
  });
  const list = tagged(
    sequence,
    integer(Buffer.from([1])),
    ecdsaWithSha256,
    nameOf(cert),
    time(Date.now() - 1_000),
    time(Date.now() + 3_600_000),
    ...(entries.length > 0 ? [tagged(sequence, ...entries)] : []),
  );
  const signature = sign('sha256', list, createPrivateKey(key));
  const der = tagged(sequence, list, ecdsaWithSha256, tagged(0x03, Buffer.from([0]), signature));
  return `-----BEGIN X509 CRL-----\n${der.toString('base64')}\n-----END X509 CRL-----\n`;
}

/** A common name and nothing else. */
function nameOf(pem: string): Buffer {
  const { subject } = new X509Certificate(pem);
  const commonName = tagged(0x13, Buffer.from(subject.replace(/^CN=/, '')));
  return tagged(sequence, tagged(set, tagged(sequence, oid('550403'), commonName)));
}

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

/** A first bit that is set would make it negative. */
function integer(bytes: Buffer): Buffer {
  return tagged(0x02, ...((bytes[0] ?? 0) >= 0x80 ? [Buffer.from([0])] : []), bytes);
}

function time(ms: number): Buffer {
  const text = new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return tagged(0x17, Buffer.from(text.slice(2)));
}

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
