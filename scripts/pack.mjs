/**
 * Makes the npm package of the program out of its bundle: `node scripts/pack.mjs FOLDER` writes FOLDER/keelson.tgz,
 * which `npm install` and `npx` take. Its only dependencies are the libraries that the bundle leaves out.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = resolve(process.argv[2] ?? join(root, 'dist'));
const folder = mkdtempSync(join(tmpdir(), 'keelson-pack-'));

/**
 * @param {string} path
 * @returns {{ version: string, license: string, engines: object, dependencies: Readonly<Record<string, string>> }}
 */
const readPackage = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const { version, license, engines } = readPackage('package.json');
const { dependencies } = readPackage('packages/storage/package.json');

const manifest = {
  name: 'keelson',
  version,
  description: 'A resource API server: the control-plane API of kubectl and its client libraries',
  license,
  engines,
  bin: { keelson: 'bin/keelson.cjs' },
  files: ['bin', 'bundle'],
  dependencies: { etcd3: dependencies['etcd3'], lmdb: dependencies['lmdb'] },
};

try {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  for (const file of ['LICENSE', 'README.md']) cpSync(join(root, file), join(folder, file));
  cpSync(join(root, 'packages', 'cli', 'bundle'), join(folder, 'bundle'), { recursive: true });
  mkdirSync(join(folder, 'bin'));
  const start = "#!/usr/bin/env node\nrequire('../bundle/start.cjs');\n";
  writeFileSync(join(folder, 'bin', 'keelson.cjs'), start, { mode: 0o755 });
  mkdirSync(out, { recursive: true });
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', out];
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  renameSync(join(out, `keelson-${version}.tgz`), join(out, 'keelson.tgz'));
  process.stdout.write(`${join(out, 'keelson.tgz')}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
