/** For tests: an authority, and what it signs. Made by the `openssl` on the path. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Leaf {
  readonly cert: string;
  readonly key: string;
  readonly files: { readonly cert: string; readonly key: string };
}

export interface LeafRequest {
  /** As in `subjectAltName`; none where empty. */
  readonly names?: readonly string[];
  readonly days?: number;
  readonly usage?: 'serverAuth' | 'clientAuth';
}

export interface Authority {
  readonly pem: string;
  issue(request?: LeafRequest): Leaf;
  /** Removes its files. */
  close(): void;
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const run = (args: readonly string[]): unknown => execFileSync('openssl', args, { stdio: 'pipe' });

export function makeAuthority(): Authority {
  const directory = mkdtempSync(join(tmpdir(), 'callouts-'));
  const at = (name: string): string => join(directory, name);
  const ca = ['-subj', '/CN=authority', '-keyout', at('ca.key'), '-out', at('ca.pem')];
  run(['req', '-x509', ...newKey, '-days', '2', ...ca]);
  let count = 0;
  return {
    pem: readFileSync(at('ca.pem'), 'utf8'),
    issue: ({ names = ['DNS:localhost', 'IP:127.0.0.1'], days = 2, usage = 'serverAuth' } = {}) => {
      count += 1;
      const files = { cert: at(`${count}.pem`), key: at(`${count}.key`) };
      run(['req', ...newKey, '-subj', '/CN=leaf', '-keyout', files.key, '-out', at('csr')]);
      const alternatives = names.length === 0 ? '' : `subjectAltName=${names.join()}\n`;
      writeFileSync(at('ext'), `extendedKeyUsage=${usage}\n${alternatives}`);
      const signer = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-extfile', at('ext')];
      run(['x509', '-req', '-in', at('csr'), ...signer, '-days', String(days), '-out', files.cert]);
      return { cert: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8'), files };
    },
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
}
