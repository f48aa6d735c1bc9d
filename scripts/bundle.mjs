/**
 * Puts the program into a few files that load at once: 1,500 modules cost a start half a second. Source maps become
 * tables of lines, and the engine's code is kept from a server that has just become ready.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cli = join(root, 'packages', 'cli');
const out = join(cli, 'bundle');

/** Libraries that bring files of their own, which they look for beside their code. */
const external = ['lmdb', 'etcd3'];

/** @type {import('esbuild').BuildOptions} */
const options = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  // The engine can keep code of scripts, not of ES modules.
  format: 'cjs',
  conditions: ['source'],
  external,
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': '__bundleUrl', __build: describeBuild() },
  banner: { js: "const __bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
  sourcemap: 'external',
  sourcesContent: false,
  logLevel: 'warning',
};

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await build({ ...options, entryPoints: [join(cli, 'src', 'program.ts')], outfile: join(out, 'keelson.cjs') });
await build({ ...options, entryPoints: [join(cli, 'src', 'start', 'main.ts')], outfile: join(out, 'start.cjs') });
await build({
  ...options,
  entryPoints: [join(cli, 'src', 'start', 'worker.ts')],
  outfile: join(out, 'worker', 'main.cjs'),
});
rmSync(join(out, 'start.cjs.map'));
rmSync(join(out, 'worker', 'main.cjs.map'));
writeAscii(join(out, 'keelson.cjs'));
// What is required from here is of this format, whatever the package says.
writeFileSync(join(out, 'package.json'), '{ "type": "commonjs" }\n');
await writeLines('keelson.cjs');
execFileSync(process.execPath, [join(root, 'scripts', 'warm-bundle.mjs'), out], { stdio: 'inherit' });

/** The commit of the sources, as an expression; `KEELSON_COMMIT` gives it where they have no history. */
function describeBuild() {
  const gitCommit = process.env['KEELSON_COMMIT'] || askGit('rev-parse', 'HEAD');
  const buildDate = askGit('log', '-1', '--date=format-local:%Y-%m-%dT%H:%M:%SZ', '--format=%cd');
  const gitTreeState = askGit('status', '--porcelain') === '' ? 'clean' : 'dirty';
  return gitCommit === '' ? 'undefined' : JSON.stringify({ gitCommit, gitTreeState, buildDate });
}

/**
 * Empty where there is no history, or no git.
 * @param {string[]} args
 */
function askGit(...args) {
  const { status, stdout } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, TZ: 'UTC0' },
  });
  return status === 0 ? stdout.trim() : '';
}

/**
 * Escapes the last letters beyond ASCII, which are in regular expressions: the engine keeps and compares a text of one
 * byte a letter in half the time.
 * @param {string} path
 */
function writeAscii(path) {
  const escape = (/** @type {string} */ unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/[^\0-\x7f]/g, escape));
}

/** @param {string} name */
async function writeLines(name) {
  // What the build before this one has compiled.
  const { encodeLineTable, makeLineTable } = await import('../packages/cli/dist/start/line-table.js');
  const mapPath = join(out, `${name}.map`);
  const payload = /** @type {import('node:module').SourceMapPayload} */ (JSON.parse(readFileSync(mapPath, 'utf8')));
  const table = makeLineTable(payload, readFileSync(join(out, name), 'utf8').split('\n').length);
  const sources = table.sources.map((source) => relative(root, resolve(out, source)));
  writeFileSync(join(out, `${name}.lines`), encodeLineTable({ ...table, sources }));
  rmSync(mapPath);
}
