/**
 * Fails where the calendar breaks a deprecation rule: a beta version that is removed before its time, a stable one that is
 * removed at all, a deprecation in favour of something less stable, a flag, a gate, an annotation, a label or a behaviour
 * that goes before its time, or a removal in the release that is served by default that the changelog does not announce
 * with "Action required".
 */
import { readFile } from 'node:fs/promises';

import {
  checkElements,
  defaultRelease,
  elementRows,
  firstReleaseWithout,
  releaseCalendar,
  removedGates,
  versionRows,
} from '../packages/api/dist/index.js';
import { flagCalendar } from '../packages/cli/dist/index.js';

/** @typedef {(typeof versionRows)[number]} Row */

const changelog = await readFile(process.argv[2] ?? 'CHANGELOG.md', 'utf8');
const order = releaseCalendar.map(({ release }) => release);
/** @type {readonly Parameters<typeof checkElements>[0][number][]} */
const elements = [
  ...flagCalendar.map(({ name, stage, deprecated: announced, removed }) => ({
    ...{ name: `--${name}`, announced, removed },
    rule: /** @type {const} */ (`5b ${stage} flag of operators`),
  })),
  ...elementRows.map(({ kind, name, deprecated: announced, removed }) => ({
    ...{ name: `${kind} ${name}`, announced, removed },
    rule: /** @type {const} */ ('7 behaviour'),
  })),
  // What was deprecated without having been GA was alpha, and may go in any release.
  ...[...removedGates].map(([name, { stage, since: announced, removed }]) => ({
    ...{ name: `gate ${name}`, announced, removed },
    rule:
      stage === 'GA' ? /** @type {const} */ ('8 beta gate to GA') : /** @type {const} */ ('8 alpha gate to its end'),
  })),
];
const problems = [
  ...versionRows.flatMap((row) => [...checkPeriod(row), ...checkStage(row), ...checkNote(row)]),
  ...checkElements(elements, releaseCalendar).map(({ rule, message }) => `rule ${rule}: ${message}`),
];

for (const problem of problems) console.error(problem);
console.log(`lifecycle: ${versionRows.length + elements.length} rows of the calendar, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** @param {Row} row */
function checkPeriod({ version, kinds, deprecated, removed }) {
  if (!version.includes('beta') || removed === undefined) return [];
  const title = `${version} ${kinds.join(', ')}`;
  if (deprecated === undefined) return [`rule 4a: ${title} is removed in ${removed} and was never deprecated`];
  const first = firstReleaseWithout('4a beta version', deprecated, releaseCalendar);
  if (first !== undefined && order.indexOf(removed) >= order.indexOf(first)) return [];
  return [`rule 4a: ${title} is removed in ${removed}, and works until ${first ?? 'a later release'}`];
}

/** @param {Row} row */
function checkStage({ version, kinds, removed, to }) {
  const title = `${version} ${kinds.join(', ')}`;
  const isStable = !/alpha|beta/.test(version);
  const lost = isStable && removed !== undefined ? [`rule 4a: ${title} is removed, and is GA`] : [];
  const isLess = to !== undefined && rank(to) < rank(version);
  return isLess ? [...lost, `rule 3: ${title} gives way to ${to}, which is less stable`] : lost;
}

/** @param {string} version */
function rank(version) {
  if (version.includes('alpha')) return 0;
  return version.includes('beta') ? 1 : 2;
}

/** @param {Row} row */
function checkNote({ version, kinds, introduced, removed }) {
  if (introduced === undefined || removed !== defaultRelease) return [];
  const shown = version.replaceAll('{domain}', 'k8s.io');
  const isAnnounced = changelog
    .split('\n')
    .some((line) => line.toLowerCase().includes('action required') && line.includes(shown));
  return isAnnounced ? [] : [`notes: ${shown} ${kinds.join(', ')} is removed in ${removed} without "Action required"`];
}
