/**
 * Lint rules. A rule is an error or it is off. Layout is Prettier's, imports
 * between files are the floor check's (.dependency-cruiser.mjs).
 */
import eslint from '@eslint/js';
import prettier from 'eslint-config-prettier';
import regexp from 'eslint-plugin-regexp';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

import { exceptionRules, sizeRules } from './scripts/size-limits.mjs';

/** Tests, and the programs that tests start as processes of their own. */
const tests = ['**/*.test.ts', '**/*.child.ts', '**/conformance/**', 'test-e2e/**'];

const unused = { ignoreRestSiblings: true };

/** Puts of a batch share its promise, which is the one that is awaited. */
const allowForKnownSafeCalls = [{ from: 'package', package: 'lmdb', name: ['put', 'remove'] }];

export default defineConfig(
  { ignores: ['**/dist/', '**/bundle/', '**/golden/', '**/fixtures/', 'coverage/', 'docs/reference/'] },
  { linterOptions: { noInlineConfig: true } },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  { languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } } },
  {
    rules: {
      ...sizeRules,
      eqeqeq: 'error',
      // There are no enums.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // TypeScript checks names, in JavaScript too.
      'no-undef': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
        { selector: 'ExportDefaultDeclaration', message: 'Use a named export.' },
        {
          selector:
            "CallExpression[callee.object.property.name='value'][callee.property.name=/^(includes|indexOf|lastIndexOf|match|search)$/]",
          message: 'Decode the value: text found in its bytes may be of labels or data.',
        },
        {
          selector: "BinaryExpression[operator='instanceof'][right.name='Promise']",
          message: 'Use when() or isPromise() of @keelson/telemetry.',
        },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', unused],
      // `interface Job extends TypeOf<typeof JobMessage> {}` gives an inferred type a name.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      // Type parameters that are used once carry the types of declarations.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // Objects are made of closures here, which need no `this`; interfaces write them as methods.
      '@typescript-eslint/unbound-method': 'off',
      // It misjudges classes that a library declares as interfaces with a constructor, as winston does.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
    },
  },
  {
    // One thread serves everybody: a pattern takes time in proportion to its input, whoever wrote that.
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false, ignorePartial: false }],
    },
  },
  {
    files: ['packages/**/*.ts'],
    ignores: ['packages/cli/**', 'packages/testkit/**', ...tests],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'The environment is read in packages/cli alone.' },
        { object: 'process', property: 'argv', message: 'Flags are read in packages/cli alone.' },
      ],
      'no-console': 'error',
    },
  },
  {
    // A rejection that nobody sees says nothing of what it leaves undone: `void` does not excuse it.
    files: ['packages/**/*.ts'],
    ignores: [...tests, '**/testing/**'],
    rules: { '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false, allowForKnownSafeCalls }] },
  },
  {
    // A default does not count among the readers: a new kind of shape has to fail in every one of them.
    files: ['packages/schema/src/**/*.ts'],
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: false }],
    },
  },
  {
    files: tests,
    rules: {
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      // Declarations that a test makes for their type.
      '@typescript-eslint/no-unused-vars': ['error', { ...unused, varsIgnorePattern: '^[A-Z]' }],
    },
  },
  {
    // JavaScript in a package is outside its TypeScript project.
    files: ['packages/**/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { projectService: false } },
  },
  {
    // The casts of JSDoc are invisible to these two.
    files: ['*.js', '*.mjs', '.*.mjs', 'scripts/**/*.mjs'],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off', '@typescript-eslint/no-unsafe-return': 'off' },
  },
  {
    // The tools' configuration files have to export a default.
    files: ['*.js', '*.mjs', '.*.mjs'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // The one home of values that may have to be waited for.
    files: ['packages/telemetry/src/event-loop/maybe-promise.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  exceptionRules(),
  prettier,
);
