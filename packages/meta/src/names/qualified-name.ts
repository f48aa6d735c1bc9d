/** Keys of labels, annotations and the like: a name, with the domain of its owner before it if it has one. */
import type { StringFormat } from '@keelson/schema';
import { dns1123Subdomain } from './dns.ts';
import { compilePatternRule } from './pattern-rule.ts';
import { isLongerThan, mustBeNonEmpty, wordMaxLength, wordPattern } from './wording.ts';

const pattern = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const claim =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const examples = ['MyName', 'my.name', '123-abc'];
const maxNameLength = 63;
const expression = new RegExp(`^(?:${pattern})$`);

export const qualifiedName: StringFormat = { name: 'qualifiedName', check: checkQualifiedName };

function checkQualifiedName(text: string): readonly string[] {
  const slash = text.indexOf('/');
  if (slash < 0) return checkName(text);
  if (text.includes('/', slash + 1)) {
    const wording = wordPattern(`a qualified name ${claim}`, pattern, examples);
    return [`${wording} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  return [...checkPrefix(text.slice(0, slash)), ...checkName(text.slice(slash + 1))];
}

function checkPrefix(prefix: string): string[] {
  if (prefix === '') return [`prefix part ${mustBeNonEmpty}`];
  return dns1123Subdomain.check(prefix).map((problem) => `prefix part ${problem}`);
}

function checkName(name: string): string[] {
  const problems: string[] = [];
  if (name === '') problems.push(`name part ${mustBeNonEmpty}`);
  else if (isLongerThan(name, maxNameLength)) problems.push(`name part ${wordMaxLength(maxNameLength)}`);
  if (!expression.test(name)) problems.push(`name part ${wordPattern(claim, pattern, examples)}`);
  return problems;
}

export const labelValue: StringFormat = {
  name: 'labelValue',
  check: compilePatternRule({
    pattern: `(${pattern})?`,
    claim: `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character`,
    examples: ['MyValue', 'my_value', '12345'],
    maxLength: 63,
  }),
};
