/**
 * The page of the rules of each kind and the tests that hold them. Tests are named in rule-tests.json: for a rule, files
 * with a part of the title of a test, or of a line in a table of cases. A rule without a test, a test that is gone and a
 * rule that no kind has are problems, which fail the build.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { allPartsOf } from './reference/pages.mjs';

/** @typedef {import('@keelson/schema').Resource} Resource */
/** @typedef {import('@keelson/schema').Message} Message */
/** @typedef {Readonly<Record<string, readonly string[]>>} RuleTests */

const head = `# Rules and their tests

<!-- Written by \`make docs\` from the declarations and scripts/rule-tests.json; do not edit. -->

The rules of each kind beyond the types of its fields, with the tests that hold them. A rule without a test fails the build. That each field of each kind takes a value of its type and no other, and keeps to the bounds, values and formats that its declaration states, is tested field by field, from the declarations (\`packages/api/src/field-coverage.test.ts\`). The [reference](reference/README.md) has the fields.
`;

/** @param {string} root @returns {RuleTests} */
export function readRuleTests(root) {
  return JSON.parse(readFileSync(join(root, 'scripts/rule-tests.json'), 'utf8'));
}

/** @param {Resource} resource @returns {string[]} */
export function rulesOf({ rules = [], message }) {
  const inside = [message, ...allPartsOf(message)].flatMap((part) => part.rules ?? []);
  return [...new Set([...rules, ...inside])];
}

/** @param {string} root @param {readonly Resource[]} resources */
export function printRulesPage(root, resources) {
  const tests = readRuleTests(root);
  const known = new Set(resources.flatMap(rulesOf));
  const problems = [
    ...[...known].filter((rule) => (tests[rule] ?? []).length === 0).map((rule) => `no test holds: ${rule}`),
    ...Object.keys(tests)
      .filter((rule) => !known.has(rule))
      .map((rule) => `no kind has the rule: ${rule}`),
    ...findLost(root, tests),
  ];
  const sections = resources.map((resource) => sectionOf(resource, tests));
  return { page: [head, ...sections].join('\n'), problems };
}

/** @param {string} root @param {RuleTests} tests */
function findLost(root, tests) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  const textOf = (/** @type {string} */ file) => {
    const path = join(root, file);
    if (!texts.has(file)) texts.set(file, existsSync(path) ? readFileSync(path, 'utf8') : '');
    return texts.get(file) ?? '';
  };
  return [...new Set(Object.values(tests).flat())].flatMap((test) => {
    const { file, title } = partsOfTest(test);
    return textOf(file).includes(title) ? [] : [`${file} has no test: ${title}`];
  });
}

/** @param {string} test */
function partsOfTest(test) {
  const at = test.indexOf(': ');
  return { file: test.slice(0, at), title: test.slice(at + 2) };
}

/** @param {Resource} resource @param {RuleTests} tests */
function sectionOf(resource, tests) {
  const { group, version, kind, message } = resource;
  const title = [group.split('.')[0], version, kind].filter((part) => part !== '').join(' ');
  const count = fieldsOf(message);
  const rules = rulesOf(resource);
  const lines = rules.map((rule) => `- ${rule}\n${(tests[rule] ?? []).map((test) => `  - ${shown(test)}`).join('\n')}`);
  const none = 'No rules beyond those of its fields.';
  return `## ${title}\n\nFields: ${count}.\n\n${lines.length > 0 ? lines.join('\n') : none}\n`;
}

/** @param {string} test */
function shown(test) {
  const { file, title } = partsOfTest(test);
  const words = title.replace(/^describe\('/, '');
  return words.includes('`') ? `\`\` ${words} \`\` (${file})` : `\`${words}\` (${file})`;
}

/** Each field of each message once. @param {Message} message */
function fieldsOf(message) {
  return [message, ...allPartsOf(message)].reduce((sum, part) => sum + Object.keys(part.fields).length, 0);
}
