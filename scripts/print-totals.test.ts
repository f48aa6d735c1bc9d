import { describe, expect, it } from '@jest/globals';

import { summarize } from './print-totals.mjs';

const unit = {
  numPassedTests: 40,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
};

describe('the totals', () => {
  it('end with one line over all runs', () => {
    const runs = { e2e: { ...unit, numPassedTests: 2, numFailedTests: 3 }, unit };
    expect(summarize(runs, 1)).toEqual([
      'e2e: 2 passed, 3 failed, 1 skipped',
      'unit: 40 passed, 0 failed, 1 skipped',
      '42 passed, 3 failed',
    ]);
  });

  it('name the tests that passed at the second attempt', () => {
    const testResults = [
      {
        assertionResults: [
          { fullName: 'a', status: 'passed', invocations: 2 },
          { fullName: 'b', status: 'passed', invocations: 1 },
          { fullName: 'c', status: 'failed', invocations: 2 },
        ],
      },
    ];
    expect(summarize({ unit: { ...unit, numFailedTests: 1, testResults } }, 1)).toEqual([
      'unit: 40 passed, 1 failed, 1 skipped',
      'passed at the second attempt: 1',
      '  a',
      '40 passed, 1 failed',
    ]);
  });

  it('count a suite that did not start as a failure', () => {
    expect(summarize({ unit: { ...unit, numRuntimeErrorTestSuites: 1 } }, 1).at(-1)).toBe('40 passed, 1 failed');
  });

  it('never look green when a step outside the tests failed', () => {
    expect(summarize({ unit }, 2).at(-1)).toBe('40 passed, 1 failed');
    expect(summarize({}, 2).at(-1)).toBe('0 passed, 1 failed');
    expect(summarize({ unit }, 0).at(-1)).toBe('40 passed, 0 failed');
  });
});
