/** Reads the tables of floors and folders out of ARCHITECTURE.md, to compare them with floors.mjs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { floors } from '../floors.mjs';

/**
 * @typedef {{ floor: number, name: string, about: string, libraries: string[], isPlanned: boolean }} Row
 * @param {string} markdown
 * @returns {Row[]}
 */
export function readFloorsTable(markdown) {
  return rowsOf(markdown, 'floor').map(readRow);
}

/** @param {string} markdown */
export function readFoldersTable(markdown) {
  return rowsOf(markdown, 'fenced').map(([name = '', folders = '']) => ({
    name: name.replaceAll('`', ''),
    folders: folders.split(' '),
  }));
}

/**
 * The cells of a table whose first column has this title.
 * @param {string} markdown
 * @param {string} title
 */
function rowsOf(markdown, title) {
  const lines = markdown.split('\n');
  const head = lines.findIndex((line) => line.startsWith('|') && line.split('|')[1]?.trim() === title);
  if (head === -1) return [];
  const after = lines.slice(head + 2);
  const end = after.findIndex((line) => !line.startsWith('|'));
  return after.slice(0, end === -1 ? undefined : end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/**
 * @param {readonly string[]} cells
 * @returns {Row}
 */
function readRow([floor = '', name = '', about = '', libraries = '', state = '']) {
  return {
    floor: Number(floor),
    name: name.replaceAll('`', ''),
    about,
    libraries: libraries === '' ? [] : libraries.split(', '),
    isPlanned: state === 'planned',
  };
}

/**
 * The packages that have a floor and no code yet.
 * @param {string} root
 */
export function plannedPackages(root) {
  return floors.map(({ name }) => name).filter((name) => !hasCode(join(root, 'packages', name, 'src')));
}

/**
 * Whether there is more than an index that exports nothing.
 * @param {string} folder
 */
function hasCode(folder) {
  const entries = existsSync(folder) ? readdirSync(folder) : [];
  const isEmptyIndex = (/** @type {string} */ entry) =>
    entry === 'index.ts' && readFileSync(join(folder, entry), 'utf8').trim() === 'export {};';
  return entries.some((entry) => !isEmptyIndex(entry));
}
