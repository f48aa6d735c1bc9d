/**
 * Jest's transform: a file of tests becomes one module with the sources of its own package that it leads to. Jest
 * loads every module anew for each file of tests, and the hundreds of modules of a package take it longer than most
 * tests. Packages and libraries stay imports.
 */
import { createHash } from 'node:crypto';

import { build } from 'esbuild';

import { keepPlaces, locate } from './bundle-packages.mjs';

/** @type {import('esbuild').Plugin} */
const sourcesOfTests = {
  name: 'sources-of-tests',
  setup: (builder) => {
    builder.onResolve({ filter: /^[^./]/ }, ({ path, importer }) =>
      importer === ''
        ? undefined
        : { path: path.startsWith('@keelson/') ? path : locate(path, importer), external: true },
    );
    keepPlaces(builder);
  },
};

/** The last bundle: Jest asks for the key in its cache, and right after it for the text, where it has none. */
let last = { path: '', text: '' };

/** @param {string} path */
async function bundleTest(path) {
  const { outputFiles } = await build({
    entryPoints: [path],
    // Nothing is written; the places in the source map are told from here.
    outfile: `${path}.mjs`,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    plugins: [sourcesOfTests],
    sourcemap: 'inline',
    sourcesContent: false,
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}

const transformer = {
  canInstrument: false,

  /**
   * The content of everything that the file leads to.
   * @param {string} _source
   * @param {string} path
   */
  getCacheKeyAsync: async (_source, path) => {
    const text = await bundleTest(path);
    last = { path, text };
    return createHash('sha256').update(text).digest('hex').slice(0, 32);
  },

  /**
   * @param {string} _source
   * @param {string} path
   */
  processAsync: async (_source, path) => ({ code: last.path === path ? last.text : await bundleTest(path) }),
};

export { transformer as default };
