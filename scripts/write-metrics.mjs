/**
 * Writes docs/metrics.md: the metrics of a server with default flags, with their class and labels. With --check, fails
 * where the page is out of date.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readServeFlags } from '../packages/cli/dist/index.js';
import { startServer } from '../packages/server/dist/index.js';
import { silentLogger } from '../packages/telemetry/dist/index.js';

import { absentMetrics, ofOtherRuntime } from './absent-metrics.mjs';

const page = 'docs/metrics.md';
/** The STABLE metrics that were ever released. One that may go after its deprecation is taken out by hand. */
const stablePage = 'scripts/stable-metrics.json';

const folder = await mkdtemp(join(tmpdir(), 'keelson-metrics-'));
try {
  const declared = await readMetrics();
  const stable = await checkStable(declared);
  if (!process.argv.includes('--check')) await writeFile(stablePage, stable);
  const text = print(declared);
  if (process.argv.includes('--check')) {
    if ((await readFile(page, 'utf8').catch(() => '')) !== text) {
      console.error(`${page} is out of date\nRun \`make docs\` and commit what it writes.`);
      process.exitCode = 1;
    }
  } else await writeFile(page, text);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/**
 * Rule 9a: a STABLE metric keeps its name, type and labels, and goes only after it was deprecated for long enough. Fails
 * where one that is on record is not so. Returns the record, with those that are new.
 *
 * @param {readonly import('../packages/telemetry/dist/index.js').DeclaredMetric[]} declared
 */
async function checkStable(declared) {
  /** @type {Record<string, { type: string, labels: string }>} */
  const recorded = JSON.parse(await readFile(stablePage, 'utf8').catch(() => '{}'));
  const now = Object.fromEntries(
    declared
      .filter(({ definition: { stability } }) => stability === 'STABLE')
      .map(({ type, definition: { name, labels = [] } }) => [name, { type, labels: [...labels].sort().join(' ') }]),
  );
  for (const [name, was] of Object.entries(recorded)) {
    if (JSON.stringify(now[name]) === JSON.stringify(was)) continue;
    console.error(`rule 9a: ${name} is STABLE, and is no longer a ${was.type} with the labels ${was.labels}`);
    process.exitCode = 1;
  }
  const unrecorded = Object.keys(now).filter((name) => !Object.hasOwn(recorded, name));
  if (unrecorded.length > 0 && process.argv.includes('--check')) {
    console.error(`${stablePage} lacks ${unrecorded.join(', ')}\nRun \`make docs\` and commit what it writes.`);
    process.exitCode = 1;
  }
  const all = { ...now, ...recorded };
  return `${JSON.stringify(Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`;
}

async function readMetrics() {
  const configuration = await readServeFlags(['--data-dir', join(folder, 'data'), '--secure-port', '0']);
  const started = await startServer({ ...configuration, logger: silentLogger });
  if (!started.ok) throw new Error(started.message);
  await started.server.whenReady();
  const declared = started.server.declaredMetrics();
  started.server.cutOff();
  await started.server.stop();
  return declared;
}

/** @param {readonly import('../packages/telemetry/dist/index.js').DeclaredMetric[]} declared */
function print(declared) {
  const rows = declared.map(({ type, definition: { name, help, labels = [], stability, deprecated } }) => {
    const since = deprecated === undefined ? '' : `, deprecated in ${deprecated}`;
    const named = [...labels].sort().map((label) => `\`${label}\``);
    return [`\`${name}\``, type, `${stability === 'NONE' ? '' : stability}${since}`, named.join(', '), help];
  });
  return [
    '# Metrics',
    '',
    'What `/metrics` shows of a server with default flags, beside the metrics that come up when there is something to count: `apiserver_dropped_requests_total` (deprecated in 1.24), `etcd_lease_object_counts` over etcd, and `apiserver_storage_transformation_*` with encryption at rest. STABLE metrics keep their name, type and labels: they work for at least four releases or twelve months after they were announced, and for three releases or nine months after their deprecation. ALPHA metrics may change at any time. Those without a class are about the process and its runtime.',
    '',
    'A deprecated metric says so in its help, and the log warns of it. Three releases later it is hidden, unless `--show-hidden-metrics-for-version` names the release before; one later it is gone. `--disabled-metrics` leaves metrics out, `--allow-metric-labels` limits the values of a label.',
    '',
    ...table(['Metric', 'Type', 'Class', 'Labels', 'What it tells'], rows),
    '',
    '## Metrics of kube-apiserver that are absent',
    '',
    ofOtherRuntime,
    '',
    ...table(
      ['Metric', 'Reason'],
      absentMetrics.flatMap(([names, reason]) => names.split(' ').map((name) => [`\`${name}\``, reason])),
    ),
    '',
  ].join('\n');
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
function table(head, rows) {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)];
}
