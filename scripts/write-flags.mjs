/**
 * Writes docs/flags.md: the flags of this server beside those of kube-apiserver, from their declarations. With --check,
 * fails where the page is out of date.
 */
import { readFile, writeFile } from 'node:fs/promises';

import { idleFlags, removedFlags, serveFlags } from '../packages/cli/dist/index.js';

const page = 'docs/flags.md';

/** Flags that kube-apiserver does not have, beside those of the groups below. */
const ofThisServer = new Set([
  ...['authorization-webhook-domain', 'client-crl-file', 'config', 'data-dir', 'deprecated-request-report-interval'],
  ...[
    'domain',
    'emulated-version',
    'encryption-unbound-values',
    'max-request-bytes',
    'publish-cluster-info',
    'shutdown-grace-period',
    'watch-history',
    'watch-history-bytes',
    'workers',
  ],
]);
/** Those of kube-controller-manager have its names, and those of simulated nodes are of this server. */
const groupsOfOthers = new Map([
  ['Controllers', 'as in kube-controller-manager'],
  ['Simulated nodes', 'of this server alone'],
]);
const fromControllerManager =
  /^(controllers|concurrent-|cluster-signing-|mirroring-|max-endpoints-|endpoint(slice)?-updates-)/;

const text = print();
if (process.argv.includes('--check')) {
  if ((await readFile(page, 'utf8').catch(() => '')) !== text) {
    console.error(`${page} is out of date\nRun \`make docs\` and commit what it writes.`);
    process.exitCode = 1;
  }
} else await writeFile(page, text);

/** @typedef {(typeof serveFlags)[keyof typeof serveFlags]} Flag */

/**
 * @param {string} name
 * @param {Flag} flag
 */
function originOf(name, { group }) {
  const byGroup = groupsOfOthers.get(group);
  if (byGroup !== undefined) return byGroup;
  if (fromControllerManager.test(name)) return 'as in kube-controller-manager';
  return ofThisServer.has(name) ? 'of this server alone' : 'as in kube-apiserver';
}

function print() {
  const flags = Object.entries(serveFlags).sort(([a], [b]) => (a < b ? -1 : 1));
  const served = flags.map(([name, flag]) => [code(name), originOf(name, flag), flag.group, cell(flag.about)]);
  const idle = [...idleFlags].sort(([a], [b]) => (a < b ? -1 : 1));
  const removed = [...removedFlags].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    '# Flags beside those of kube-apiserver',
    '',
    'Made of the declarations of the flags by `make docs`. Every flag of kube-apiserver 1.24 is in one of these tables, so that its manifests start this server unchanged. `keelson serve --help` has the defaults.',
    '',
    `## ${String(served.length)} flags that do something`,
    '',
    ...table(['Flag', 'Name', 'Group', 'What it is'], served),
    '',
    `## ${String(idle.length)} flags that are accepted`,
    '',
    'They mean nothing here, and the log says why. A deprecated one names the release that deprecated it.',
    '',
    ...table(
      ['Flag', 'Reason', 'Deprecated'],
      idle.map(([name, { reason, deprecated = '' }]) => [code(name), cell(reason), deprecated]),
    ),
    '',
    `## ${String(removed.length)} flags that are refused`,
    '',
    'kube-apiserver 1.24 does not know them any more.',
    '',
    ...table(
      ['Flag', 'Removed in', 'Instead'],
      removed.map(([name, { since, instead }]) => [code(name), since, cell(instead)]),
    ),
    '',
  ].join('\n');
}

/** @param {string} name */
function code(name) {
  return `\`--${name}\``;
}

/** @param {string} said */
function cell(said) {
  return said
    .replaceAll('|', String.raw`\|`)
    .replaceAll('*', String.raw`\*`)
    .replaceAll('<', '&lt;');
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
function table(head, rows) {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map((each, at) => each.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)];
}
