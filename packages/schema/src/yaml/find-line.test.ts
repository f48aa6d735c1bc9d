import { describe, expect, it } from '@jest/globals';

import { findYamlLine } from './find-line.ts';

const text = `# a comment
kind: Policy
rules:
  - level: None
    users: ["a"]
  - level: Nonsense
    resources:
    - group: ""
`;

describe('the line of something in YAML', () => {
  it('is that of its key, or of the item of a list', () => {
    expect(findYamlLine(text, ['kind'])).toBe(2);
    expect(findYamlLine(text, ['rules', 1, 'level'])).toBe(6);
    expect(findYamlLine(text, ['rules', 0, 'users', 0])).toBe(5);
    expect(findYamlLine(text, ['rules', 1, 'resources', 0, 'group'])).toBe(8);
  });

  it('is that of what it would be in, where it is not there', () => {
    expect(findYamlLine(text, ['rules', 1, 'verbs', 3])).toBe(6);
    expect(findYamlLine(text, ['rules', 7])).toBe(3);
    expect(findYamlLine(text, ['none'])).toBe(2);
    expect(findYamlLine('{"kind":\n"Policy"}', ['kind'])).toBe(1);
  });

  it('is not known where the text cannot be read', () => {
    expect(findYamlLine('a: [', ['a'])).toBeUndefined();
    expect(findYamlLine('', ['a'])).toBeUndefined();
  });
});
