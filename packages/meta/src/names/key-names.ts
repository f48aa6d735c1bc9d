/** Names that become files, variables, headers or parts of a path. */
import type { StringFormat } from '@keelson/schema';
import { compilePatternRule } from './pattern-rule.ts';

const checkConfigMapKey = compilePatternRule({
  pattern: '[-._a-zA-Z0-9]+',
  claim: "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  examples: ['key.name', 'KEY_NAME', 'key-name'],
  maxLength: 253,
});

/** Keys of config maps and secrets, which become file names. */
export const configMapKey: StringFormat = {
  name: 'configMapKey',
  check: (text) => [...checkConfigMapKey(text), ...checkDots(text)],
};

const checkEnvVarName = compilePatternRule({
  pattern: '[-._a-zA-Z][-._a-zA-Z0-9]*',
  claim:
    "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit",
  examples: ['my.env-name', 'MY_ENV.NAME', 'MyEnvName1'],
});

export const envVarName: StringFormat = {
  name: 'envVarName',
  check: (text) => [...checkEnvVarName(text), ...checkDots(text)],
};

/** A file of such a name would be outside its directory. */
function checkDots(text: string): string[] {
  if (text === '.' || text === '..') return [`must not be '${text}'`];
  return text.startsWith('..') ? ["must not start with '..'"] : [];
}

export const cIdentifier: StringFormat = {
  name: 'cIdentifier',
  check: compilePatternRule({
    pattern: '[A-Za-z_][A-Za-z0-9_]*',
    claim:
      "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'",
    examples: ['my_name', 'MY_NAME', 'MyName'],
  }),
};

export const httpHeaderName: StringFormat = {
  name: 'httpHeaderName',
  check: compilePatternRule({
    pattern: '[-A-Za-z0-9]+',
    claim: "a valid HTTP header must consist of alphanumeric characters or '-'",
    examples: ['X-Header-Name'],
  }),
};

export const percentage: StringFormat = {
  name: 'percentage',
  check: compilePatternRule({
    pattern: '[0-9]+%',
    claim: "a valid percent string must be a numeric string followed by an ending '%'",
    examples: ['1%', '93%'],
  }),
};

/** A name that can be one segment of a URL path. */
export const pathSegmentName: StringFormat = {
  name: 'pathSegmentName',
  check: (text) => (text === '.' || text === '..' ? [`may not be '${text}'`] : checkPathSegmentPrefix(text)),
};

export function checkPathSegmentPrefix(text: string): string[] {
  return ['/', '%']
    .filter((character) => text.includes(character))
    .map((character) => `may not contain '${character}'`);
}
