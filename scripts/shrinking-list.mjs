/** Lists of exceptions that may only shrink: each is held against the version of it that was committed before. */
import { execFileSync } from 'node:child_process';

/**
 * The list as it was before: in the last commit, or in the last but one that touched it
 * when the last commit has what the tree has. Nothing where no such commit is known.
 * @param {string} root
 * @param {string} path
 * @param {string} now
 */
export function readCommitted(root, path, now) {
  try {
    const commits = git(root, 'log', '-n', '2', '--format=%H', '--', path).split('\n').filter(Boolean);
    const versions = commits.map((commit) => git(root, 'show', `${commit}:${path}`));
    return versions.find((text) => text !== now);
  } catch {
    return undefined;
  }
}

/**
 * @param {string} root
 * @param {string[]} words
 */
function git(root, ...words) {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/**
 * What a list of names has that it had not before.
 * @param {string | undefined} committed as JSON
 * @param {readonly string[]} now
 */
export function findAdded(committed, now) {
  if (committed === undefined) return [];
  /** @type {string[]} */
  const before = JSON.parse(committed);
  return now.filter((name) => !before.includes(name)).map((name) => `${name}: is new, and the list may only shrink`);
}
