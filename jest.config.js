/** Runs the TypeScript sources as they are; swc strips the types. Other packages than the tested one come bundled. */
import { bundlePackages } from './scripts/bundle-packages.mjs';

const packages = await bundlePackages();

export default {
  testEnvironment: '<rootDir>/scripts/jest-environment.mjs',
  testMatch: ['<rootDir>/packages/*/src/**/*.test.ts', '<rootDir>/{scripts,bench,test-e2e}/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^@keelson/(.+)$': `${packages}/$1.mjs` },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'es6' }, sourceMaps: 'inline' },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/(packages/[^/]+|scripts|bench|test-e2e)/(dist|bundle)'],
  injectGlobals: false,
  setupFilesAfterEnv: ['<rootDir>/scripts/retry-tests.mjs'],
  // Generous, because a busy machine is no failure. A test that states its own limit needs more than this.
  testTimeout: 180_000,
};
