/**
 * Adds up what the test runs of this CI run wrote, and ends with one plain line.
 * A run that failed without a failing test, in lint or in the build, counts as one failure.
 *
 * usage: print-totals.mjs FOLDER EXIT_STATUS
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The part of Jest's report that is counted.
 * @typedef {object} Totals
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {number} numRuntimeErrorTestSuites suites that failed before their first test
 * @property {readonly { readonly assertionResults: readonly Attempted[] }[]} [testResults]
 */

/** @typedef {{ readonly fullName: string, readonly status: string, readonly invocations?: number }} Attempted */

/**
 * @param {Readonly<Record<string, Totals>>} runs
 * @param {number} exitStatus
 * @returns {string[]}
 */
export function summarize(runs, exitStatus) {
  const sum = { passed: 0, failed: 0 };
  const lines = Object.entries(runs).map(([name, run]) => {
    const failed = run.numFailedTests + run.numRuntimeErrorTestSuites;
    sum.passed += run.numPassedTests;
    sum.failed += failed;
    return `${name}: ${run.numPassedTests} passed, ${failed} failed, ${run.numPendingTests + run.numTodoTests} skipped`;
  });
  if (exitStatus !== 0 && sum.failed === 0) {
    sum.failed = 1;
    lines.push('a step outside the tests failed; see above');
  }
  const late = Object.values(runs).flatMap(namePassedLate);
  if (late.length > 0) lines.push(`passed at the second attempt: ${late.length}`, ...late.map((name) => `  ${name}`));
  return [...lines, `${sum.passed} passed, ${sum.failed} failed`];
}

/**
 * Tests that failed once: the machine stood still, or the test or what it tests has a rare fault.
 * @param {Totals} run
 */
function namePassedLate({ testResults = [] }) {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  return all
    .filter(({ status, invocations = 1 }) => status === 'passed' && invocations > 1)
    .map(({ fullName }) => fullName);
}

/**
 * @param {string} folder
 * @returns {Record<string, Totals>}
 */
function readRuns(folder) {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];
  return Object.fromEntries(
    files.sort().map((file) => [file.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, file), 'utf8'))]),
  );
}

if (process.argv[1] === import.meta.filename) {
  const [, , folder = '', exitStatus = '0'] = process.argv;
  console.log(summarize(readRuns(folder), Number(exitStatus)).join('\n'));
}
