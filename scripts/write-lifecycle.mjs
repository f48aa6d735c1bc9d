/**
 * Writes docs/lifecycle.md out of the calendar: the versions of each release, what to migrate to, release notes with what
 * is to be done, and the feature gates; and docs/migrations.md. With --check, fails where a page is out of date.
 */
import { readFile, writeFile } from 'node:fs/promises';

import {
  defaultRelease,
  elementRows,
  featureGateStates,
  gateReleases,
  latestEmulated,
  metricRows,
  oldestEmulated,
  releaseCalendar,
  releaseNotesBetween,
  removedGates,
  supportPeriods,
  versionRows,
} from '../packages/api/dist/index.js';

import { flagCalendar, flagIntroductions } from '../packages/cli/dist/index.js';
import { printMigrations } from './print-migrations.mjs';

const order = releaseCalendar.map(({ release }) => release);
const reports = [
  '## Who still asks for deprecated versions',
  '',
  'The server writes an object for each user, user agent, resource and verb that asks for a deprecated version: `kubectl get deprecatedrequests` prints them, to administrators. They say how often, when last, from where, which release will not have it any more, and what to use instead. All replicas add to the same objects, which outlive restarts: every 30 seconds (`--deprecated-request-report-interval`, 0 for never) and when a replica stops. At most 1,000 are kept; what was not seen for longest goes first. Deleting one forgets it until the client asks again. The metric `keelson_deprecated_request_clients` counts the clients of each version.',
  '',
  'The resource is of `deprecation.keelson.io/v1alpha1`, a group of this server alone. kubectl 1.26 and newer find it by aggregated discovery; all other documents stay those of the release, unless `--runtime-config=deprecation.keelson.io/v1alpha1=true` adds the group to them, for older clients. `=false` turns the reports off. No webhook is asked about them, and clients can neither create nor change them.',
  '',
];

const pages = new Map([
  ['docs/lifecycle.md', print()],
  ['docs/migrations.md', printMigrations()],
]);
for (const [page, text] of pages) {
  if (!process.argv.includes('--check')) await writeFile(page, text);
  else if ((await readFile(page, 'utf8').catch(() => '')) !== text) {
    console.error(`${page} is out of date\nRun \`make docs\` and commit what it writes.`);
    process.exitCode = 1;
  }
}

function print() {
  const emulated = releaseCalendar.slice(order.indexOf(oldestEmulated), order.indexOf(latestEmulated) + 1);
  return [
    '# Lifecycle',
    '',
    `One calendar says which versions of kinds are served, warned about and refused. \`--emulated-version\` chooses the release, from ${oldestEmulated} to ${latestEmulated}; ${defaultRelease} is served by default. What is stored in a version that is served no longer stays readable through the others. Fields that came with a later release are unknown: they are dropped from new objects, told of where \`fieldValidation\` asks for it, absent from OpenAPI, and kept on objects that have them. Values that came with a later release are refused in new objects. Deprecated versions are warned of from 1.19 on, what is deprecated in objects from 1.22 on.`,
    '',
    '`keelson deprecations` tells what is in use that will go, and who uses it, `keelson deprecations --next RELEASE --stored` what an upgrade would break, `keelson lifecycle check OLD NEW` whether an API of your own keeps the rules, and `keelson convert` brings manifests into newer versions; [migrations.md](migrations.md) has what changes in each kind. `keelson lifecycle notes OLD NEW` prints the release notes between two releases.',
    '',
    ...reports,
    '## How long deprecated elements work',
    '',
    'Months or releases, whichever is longer; what has neither may go in any release. GA versions are not removed within a major version.',
    '',
    ...table(
      ['Rule', 'Months', 'Releases'],
      Object.entries(supportPeriods).map(([rule, { months, releases }]) => [rule, String(months), String(releases)]),
    ),
    '',
    '## Removed versions',
    '',
    ...table(
      ['Version', 'Kinds', 'Introduced', 'Deprecated', 'Removed', 'Migrate to'],
      versionRows
        .filter(({ removed, introduced }) => removed !== undefined && introduced !== undefined)
        .map(({ version, kinds, introduced = '', deprecated = '', removed = '', to }) => [
          `\`${inDomain(version)}\``,
          kinds.join(', '),
          introduced,
          deprecated,
          removed,
          to === undefined ? 'nothing replaces it' : `\`${inDomain(to)}\``,
        ]),
    ),
    '',
    '## Release notes',
    '',
    'What changes from each release that can be emulated to the next. `keelson lifecycle notes OLD NEW` adds what to do to each required action.',
    ...emulated.flatMap(({ release, date }) => notes(release, date)),
    '',
    ...flagsAndGates(),
    '',
  ].join('\n');
}

function flagsAndGates() {
  return [
    '## Annotations, labels and behaviour',
    '',
    'What still works is warned of where an object uses it.',
    '',
    ...table(
      ['What', 'Kind', 'Deprecated', 'Removed', 'Instead'],
      elementRows.map(({ kind, name, deprecated, removed = '', instead }) => [
        kind === 'behaviour' ? name : `\`${name}\``,
        kind,
        deprecated,
        removed,
        instead,
      ]),
    ),
    '',
    '## Flags',
    '',
    'Flags that are deprecated warn when they are used; those that were removed are refused, with what to use.',
    '',
    ...table(
      ['Flag', 'Deprecated', 'Removed', 'Advice'],
      flagCalendar.map(({ name, deprecated = '', removed = '', advice }) => [
        `\`--${name}\``,
        deprecated,
        removed,
        advice,
      ]),
    ),
    '',
    `The releases that introduced the flags of 1.24. Of those that 1.15 had already, the calendar does not say which one it was. Flags that are missing here are of this server alone.`,
    '',
    ...table(['Introduced', 'Flags'], byRelease([...flagIntroductions], '--')),
    '',
    '## Metrics',
    '',
    '[metrics.md](metrics.md) has the class of each metric, and the release that deprecated it. These have a release on record that introduced them; the others have none, or are of this server alone.',
    '',
    ...table(['Introduced', 'Metrics'], byRelease(metricRows.map(({ name, introduced }) => [name, introduced]))),
    '',
    '## Feature gates',
    '',
    'As in 1.24, with the releases in which they reached their stages. A gate that is non-operational changes nothing here. What is behind a gate stays on objects that use it when the gate is turned off.',
    '',
    ...table(
      ['Gate', 'Stage', 'Default', 'Operates', 'Alpha', 'Beta', 'GA', 'Deprecated'],
      featureGateStates(new Map()).map(rowOfGate),
    ),
    '',
    'Gates that were removed are refused.',
    '',
    ...table(
      ['Gate', 'Last stage', 'Since', 'Removed'],
      [...removedGates].map(([name, { stage, since, removed }]) => [name, stage, since, removed]),
    ),
  ];
}

/** @param {import('../packages/api/dist/index.js').FeatureGateState} gate */
function rowOfGate({ name, stage, isOn, isLocked, operates, onWith }) {
  const { Alpha = '', Beta = '', GA = '', Deprecated = '' } = gateReleases.get(name) ?? {};
  const condition = onWith === undefined ? '' : ` with the controller \`${onWith}\``;
  const setting = `${isOn ? 'on' : 'off'}${isLocked ? ', locked' : ''}${condition}`;
  return [name, stage, setting, operates ? 'yes' : 'no', Alpha, Beta, GA, Deprecated];
}

/** @param {readonly (readonly [name: string, release: string])[]} rows */
function byRelease(rows, prefix = '') {
  const words = new Map([
    ['before', `${oldestEmulated} or before`],
    ['unrecorded', 'not on record'],
  ]);
  const releases = [...new Set(rows.map(([, release]) => release))];
  return releases.map((release) => {
    const names = rows.filter(([, each]) => each === release).map(([name]) => name);
    const shown = names.sort().map((name) => `\`${prefix}${name}\``);
    return [words.get(release) ?? release, shown.join(', ')];
  });
}

/** @param {`${number}.${number}`} release @param {string} date */
function notes(release, date) {
  const before = order[order.indexOf(release) - 1] ?? release;
  const lines = releaseNotesBetween(before, release).map(
    ({ isActionRequired, text }) => `- ${isActionRequired ? 'Action required: ' : ''}${inDomain(text)}`,
  );
  return [
    '',
    `### ${release} (${date})`,
    '',
    ...(lines.length === 0 ? ['No version and no field comes or goes.'] : lines),
  ];
}

/** @param {string} text */
function inDomain(text) {
  return text.replaceAll('{domain}', 'k8s.io');
}

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
function table(head, rows) {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)];
}
