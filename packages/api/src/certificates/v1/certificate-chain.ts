/** Checks what a signer has issued: one or more certificates in PEM, and nothing else in blocks. */
import { X509Certificate } from 'node:crypto';

const pemBlock = /-----BEGIN ([^\r\n-]+)-----\r?\n([^-]*)-----END \1-----/g;
const wantedLabel = 'CERTIFICATE';

/** Text around the blocks is no fault, nor is nothing at all. */
export function findCertificateFault(pem: string): string | undefined {
  if (pem === '') return undefined;
  let count = 0;
  for (const [block, label = '', body = ''] of pem.matchAll(pemBlock)) {
    if (label !== wantedLabel) return `only CERTIFICATE PEM blocks are allowed, found ${JSON.stringify(label)}`;
    if (body.includes(':')) return 'no PEM block headers are permitted';
    if (!isCertificate(block)) return 'x509: malformed certificate';
    count++;
  }
  return count === 0 ? 'must contain at least one CERTIFICATE PEM block' : undefined;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    // OpenSSL throws for what is no certificate.
    return false;
  }
}
