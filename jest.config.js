/** Runs the TypeScript sources: a file of tests bundled with those of its package, other packages as their bundles. */
import { join } from 'node:path';

import { bundlePackages } from './scripts/bundle-packages.mjs';
import { removeOldFiles } from './scripts/remove-old-files.mjs';

const packages = await bundlePackages();
// Jest keeps every version of every file that it has transformed.
const cache = join(import.meta.dirname, 'node_modules/.cache/keelson/jest');
removeOldFiles(cache);

export default {
  testEnvironment: '<rootDir>/scripts/jest-environment.mjs',
  testMatch: ['<rootDir>/packages/*/src/**/*.test.ts', '<rootDir>/{scripts,bench,test-e2e}/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^@keelson/(.+)$': `${packages}/$1.mjs` },
  transform: { '^.+\\.ts$': '<rootDir>/scripts/bundle-test.mjs' },
  cacheDirectory: cache,
  modulePathIgnorePatterns: ['<rootDir>/(packages/[^/]+|scripts|bench|test-e2e)/(dist|bundle)'],
  // Node keeps the modules of every file of tests that a process has run.
  workerIdleMemoryLimit: '1GB',
  injectGlobals: false,
  setupFilesAfterEnv: ['<rootDir>/scripts/retry-tests.mjs'],
  // Generous, because a busy machine is no failure. A test that states its own limit needs more than this.
  testTimeout: 180_000,
};
