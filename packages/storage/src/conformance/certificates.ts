/** Certificates for a test: an authority, and what it signs. Made by the `openssl` on the path. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CertificateFiles {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

export interface Certificates {
  readonly files: CertificateFiles;
  readonly credentials: { readonly ca: Buffer; readonly cert: Buffer; readonly key: Buffer };
}

const openssl = (args: readonly string[]): unknown => execFileSync('openssl', args, { stdio: 'pipe' });
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** One certificate for this machine and the addresses given, good for both sides of a connection, signed by an authority of its own. */
export function makeCertificates(directory: string, name: string, addresses: readonly string[] = []): Certificates {
  const at = (ending: string): string => join(directory, `${name}.${ending}`);
  const files = { ca: at('ca.pem'), cert: at('cert.pem'), key: at('key.pem') };
  openssl([
    'req',
    '-x509',
    ...newKey,
    '-days',
    '2',
    '-subj',
    `/CN=${name}-ca`,
    '-keyout',
    at('ca.key'),
    '-out',
    files.ca,
  ]);
  openssl(['req', ...newKey, '-subj', `/CN=${name}`, '-keyout', files.key, '-out', at('csr')]);
  const names = ['DNS:localhost', ...new Set(['127.0.0.1', ...addresses].map((address) => `IP:${address}`))];
  writeFileSync(at('ext'), `subjectAltName=${names.join()}\nextendedKeyUsage=serverAuth,clientAuth\n`);
  const signed = ['-CA', files.ca, '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '2', '-extfile', at('ext')];
  openssl(['x509', '-req', '-in', at('csr'), ...signed, '-out', files.cert]);
  const credentials = { ca: readFileSync(files.ca), cert: readFileSync(files.cert), key: readFileSync(files.key) };
  return { files, credentials };
}
