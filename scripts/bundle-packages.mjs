/**
 * The packages as a few files, for tests. Jest loads every module anew for each file of tests, and a thousand modules
 * take it longer than most tests. A package's own tests import its sources; what they import from other packages
 * comes from here.
 */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build } from 'esbuild';

import { removeOldFiles } from './remove-old-files.mjs';

const root = dirname(import.meta.dirname);
const folder = join(root, 'node_modules', '.cache', 'keelson', 'packages');
/** As deep as the folder that is named at last, for the paths in source maps. */
const unnamed = join(folder, 'unnamed');

/**
 * Every entry of every package, by what is written behind `@keelson/`.
 * @returns {Record<string, string>}
 */
function readEntries() {
  const names = readdirSync(join(root, 'packages'));
  return Object.fromEntries(
    names.flatMap((name) => {
      const path = join(root, 'packages', name);
      /** @type {{ exports?: Record<string, { source: string }> }} */
      const { exports = {} } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
      return Object.entries(exports).map(([entry, { source }]) => [join(name, entry), join(path, source)]);
    }),
  );
}

/** @type {import('esbuild').Plugin} */
const sourcesOfPackages = {
  name: 'sources-of-packages',
  setup: (builder) => {
    builder.onResolve({ filter: /^[^./]/ }, ({ path, importer }) =>
      importer === '' || path.startsWith('@keelson/') ? undefined : { path: locate(path, importer), external: true },
    );
    keepPlaces(builder);
  },
};

/**
 * What a module finds beside itself stays where it is.
 * @param {import('esbuild').PluginBuild} builder
 */
export function keepPlaces({ onLoad }) {
  onLoad({ filter: /\.ts$/ }, ({ path }) => {
    const text = readFileSync(path, 'utf8')
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
    return { contents: text, loader: 'ts' };
  });
}

/**
 * A library as it is called, or its file where a package has a version of its own.
 * @param {string} library
 * @param {string} importer
 */
export function locate(library, importer) {
  const [, name = ''] = /^((?:@[^/]+\/)?[^/]+)/.exec(library) ?? [];
  const [, home] = /^(.*\/packages\/[^/]+)\//.exec(importer) ?? [];
  return home !== undefined && existsSync(join(home, 'node_modules', name))
    ? createRequire(importer).resolve(library)
    : library;
}

/** Returns the folder that holds them. It is named by its content, so that runs side by side do not disturb each other. */
export async function bundlePackages() {
  const { outputFiles } = await build({
    entryPoints: readEntries(),
    outdir: unnamed,
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['source'],
    plugins: [sourcesOfPackages],
    outExtension: { '.js': '.mjs' },
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  });
  const hash = createHash('sha256');
  for (const { path, hash: each } of outputFiles) hash.update(path).update(each);
  const target = join(folder, hash.digest('hex').slice(0, 16));
  if (existsSync(target)) return target;
  const unfinished = `${target}.${process.pid}`;
  for (const { path, contents } of outputFiles) {
    const file = join(unfinished, relative(unnamed, path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
  // Another run may have been first.
  if (existsSync(target)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, target);
  removeOldFiles(folder);
  return target;
}
