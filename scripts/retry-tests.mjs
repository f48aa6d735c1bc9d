/**
 * Loaded before each file of tests: one that fails is tried once more after the others of its block, if the environment
 * says so, as the targets of the Makefile do. Tests of processes, sockets and leases have limits of time that are part of
 * what they test, and a machine may stand still for longer. What failed first is shown, and the totals name the test.
 */
import { jest } from '@jest/globals';

const retries = Number(process.env['KEELSON_TEST_RETRIES'] ?? 0);

if (retries > 0) jest.retryTimes(retries, { logErrorsBeforeRetry: true });
