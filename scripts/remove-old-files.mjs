/** Keeps folders of caches small: files that were written more than a day ago go, and folders that are left empty. */
import { readdirSync, rmSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const dayMs = 86_400_000;

/** @param {string} folder */
export function removeOldFiles(folder) {
  const before = Date.now() - dayMs;
  const remove = (/** @type {string} */ path) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const each = join(path, entry.name);
      if (entry.isDirectory()) remove(each);
      else if (statSync(each).mtimeMs < before) rmSync(each, { force: true });
    }
    if (path !== folder && readdirSync(path).length === 0) rmdirSync(path);
  };
  try {
    remove(folder);
  } catch (problem) {
    // Another run does the same, or there is no such folder yet.
    if (!(problem instanceof Error && 'code' in problem && gone.includes(problem.code))) throw problem;
  }
}

/** @type {readonly unknown[]} */
const gone = ['ENOENT', 'ENOTEMPTY'];
