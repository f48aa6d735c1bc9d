/**
 * The import rules, derived from floors.mjs. Types count as imports, and whatever
 * is not allowed by a floor or a confinement is refused.
 */
import { join } from 'node:path';

import { borrowers, entries, floors, testEntries, testFiles, testLibraries } from './floors.mjs';

/** @typedef {import('dependency-cruiser').IForbiddenRuleType} Rule */

/** @param {readonly string[]} names */
const anyOf = (names) => `(${names.map((name) => name.replaceAll('/', String.raw`\/`)).join('|')})`;

/**
 * The library, wherever npm put it, and also where it could not be found.
 * @param {readonly string[]} names
 */
const library = (names) => `(^|node_modules/)${anyOf(names)}(/|$)`;

/** @type {Rule[]} */
const floorRules = floors.map(({ floor, name }) => {
  const beside = floors.filter((other) => other.name !== name && other.floor >= floor).map((other) => other.name);
  return {
    name: `floor-${floor}-${name}`,
    comment: `${name} is on floor ${floor} and imports lower floors only: none beside it, none above.`,
    severity: 'error',
    from: { path: `^packages/${name}/` },
    to: { path: beside.length === 0 ? '^$' : `^packages/${anyOf(beside)}/|@keelson/${anyOf(beside)}(/|$)` },
  };
});

/**
 * A pattern for folders and files in the sources of a package.
 * @param {string} name
 * @param {readonly string[]} listed
 */
const within = (name, listed) =>
  `^packages/${name}/src/(${listed.map((each) => (each.endsWith('.ts') ? `${each.replace('.', String.raw`\.`)}$` : `${each}/`)).join('|')})`;

/** @type {Rule[]} */
const folderRules = floors.flatMap(({ name, folders = [] }) =>
  folders.slice(0, -1).map((folder, index) => ({
    name: `folder-${name}-${folder.replace('.ts', '')}`,
    comment: `${folder} imports none of those that stand after it in the folders of ${name}.`,
    severity: 'error',
    from: { path: within(name, [folder]), pathNot: testFiles },
    to: { path: within(name, folders.slice(index + 1)), pathNot: testFiles },
  })),
);

const confinements = floors.flatMap(({ name, confines }) =>
  Object.entries(confines).map(([lib, folder]) => ({ lib, home: `packages/${name}/${folder}` })),
);

/** @param {string} lib */
const borrowed = (lib) => Object.entries(borrowers).flatMap(([name, file]) => (name === lib ? [`^${file}$`] : []));

/** @type {Rule[]} */
const confinementRules = confinements.map(({ lib, home }) => ({
  name: `confine-${lib}`,
  comment: `${lib} is imported in ${home} and nowhere else.`,
  severity: 'error',
  from: { path: '^(packages|scripts|bench|test-e2e)/', pathNot: [`^${home}/`, ...borrowed(lib)] },
  to: { path: library([lib]) },
}));

const ownPackages = '^packages/[^/]+/src/|^@keelson/';
/** @type {import('dependency-cruiser').DependencyType[]} */
const fromNpm = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'];

/** @type {Rule[]} */
const otherRules = [
  {
    name: 'no-cycle',
    comment: 'No file reaches itself through its imports. Imports of types count.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-deep-import',
    comment: "A package is entered through its src/index.ts, from other packages and from the workspace's tools alike.",
    severity: 'error',
    from: { path: '^packages/([^/]+)/' },
    to: { path: '^packages/[^/]+/', pathNot: ['^packages/$1/', entries, testEntries] },
  },
  {
    name: 'no-deep-import-by-tools',
    comment: "The workspace's tools enter a package through its src/index.ts.",
    severity: 'error',
    from: { path: '^(scripts|bench|test-e2e)/' },
    to: { path: '^packages/', pathNot: [entries, testEntries] },
  },
  {
    name: 'no-way-out',
    comment: 'A package imports nothing from the folders around the packages.',
    severity: 'error',
    from: { path: '^packages/' },
    to: { path: '^(?!packages/|node_modules/)', dependencyTypes: ['local'] },
  },
  {
    name: 'no-homeless-library',
    comment: 'A library has its one home in floors.mjs; tests may import the test libraries too.',
    severity: 'error',
    from: { path: '^packages/', pathNot: testFiles },
    to: {
      dependencyTypes: fromNpm,
      pathNot: [library(confinements.map(({ lib }) => lib)), ownPackages],
    },
  },
  {
    name: 'no-homeless-library-in-tests',
    comment: 'Tests import the libraries that floors.mjs lists for them, and those of their package.',
    severity: 'error',
    from: { path: testFiles },
    to: {
      dependencyTypes: fromNpm,
      pathNot: [library([...testLibraries, ...confinements.map(({ lib }) => lib)]), ownPackages],
    },
  },
  {
    name: 'no-test-in-source',
    comment: 'What ships imports no test.',
    severity: 'error',
    from: { path: '^packages/', pathNot: testFiles },
    to: { path: testFiles },
  },
  {
    name: 'no-unresolvable',
    comment: 'Every import finds its file.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [...floorRules, ...folderRules, ...confinementRules, ...otherRules],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: join(import.meta.dirname, 'tsconfig.base.json') },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(packages/[^/]+|scripts|bench|test-e2e)/(dist|bundle)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'types', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.d.ts'],
    },
    skipAnalysisNotInRules: true,
  },
};
