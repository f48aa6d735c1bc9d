/**
 * Loads a bundle with the code that the engine compiled from it before. Compiling 4 MB takes longer than all else that
 * happens until the server is ready; the cache is made at build time, from a server that has just become ready.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

export interface Bundle<Exports> {
  readonly path: string;
  readonly exports: Exports;
  /** False if V8 rejected the compiled code, as it does with that of another version of its own. */
  readonly isCacheUsed: boolean;
  /** V8's compiled code of the functions that have run so far. */
  createCache(): Buffer;
}

type Wrapper = (...scope: readonly unknown[]) => void;

export function loadBundle<Exports extends object>(folder: string, name: string): Bundle<Exports> {
  const path = join(folder, `${name}.cjs`);
  const cachedData = readIfThere(join(folder, `${name}.cache`));
  // On one line with the source, so that lines keep their numbers. The bundle is ASCII.
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(path, 'latin1')}\n})`;
  const script = new Script(source, { filename: path, ...(cachedData !== undefined && { cachedData }) });
  const wrapper = script.runInThisContext() as Wrapper;
  const module: { exports: object } = { exports: {} };
  wrapper(module.exports, createRequire(path), module, path, dirname(path));
  return {
    path,
    exports: module.exports as Exports,
    isCacheUsed: script.cachedDataRejected === false,
    createCache: () => script.createCachedData(),
  };
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
