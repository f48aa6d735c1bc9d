/**
 * Reads the YAML that another implementation writes, and the other way round, so that neither is
 * tested by itself alone.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';

import { stringifyJson } from '../json/stringify-json.ts';
import type { JsonValue } from '../language/json-value.ts';
import { parseYaml } from './parse-yaml.ts';
import { stringifyYaml } from './stringify-yaml.ts';

const piece = fc.constantFrom(
  ...[
    'a',
    'b c',
    ' ',
    '\n',
    '\n\n',
    ':',
    ': ',
    ' #',
    '- ',
    'a?',
    '"',
    "'",
    '{',
    '[',
    ',',
    '&',
    '*',
    '!',
    '|',
    '>',
    '%',
    '@',
  ],
  ...[
    '---',
    '...',
    'yes',
    'null',
    '12',
    '0x1f',
    '.5',
    '1e3',
    '12:30',
    '2020-01-01',
    'é',
    '😀',
    '\\',
    '~',
    '\t',
    'x'.repeat(30),
  ],
);
const text = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
// The other library takes it for a merge even in quotes.
const key = text.filter((name) => name !== '<<' && name !== '__proto__');

const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.integer(),
    fc.constantFrom(true, null, 1.5, -1e-7),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

/** All that is sent here is an object. */
const object = fc.record({ value });

const style = fc.record({
  indentSeq: fc.boolean(),
  lineWidth: fc.constantFrom(0, 60),
  defaultStringType: fc.constantFrom(
    'PLAIN' as const,
    'QUOTE_DOUBLE' as const,
    'QUOTE_SINGLE' as const,
    'BLOCK_LITERAL' as const,
    'BLOCK_FOLDED' as const,
  ),
  collectionStyle: fc.constantFrom('any' as const, 'flow' as const),
});

const unread = Symbol('unread');

/** The library writes some texts plainly in flow style that it cannot read again: `:` before an empty line is one. */
function parseByOthers(written: string): unknown {
  try {
    return parse(written, { version: '1.1' });
  } catch {
    return unread;
  }
}

describe('YAML', () => {
  it('is read as others read it, in whatever style it is written', () => {
    fc.assert(
      fc.property(object, style, (given, options) => {
        const written = stringify(given, { ...options, version: '1.1', aliasDuplicateObjects: false });
        const readByOthers = parseByOthers(written);
        fc.pre(readByOthers !== unread);
        const read = parseYaml(written);
        expect(read.ok ? JSON.parse(stringifyJson(read.documents[0] ?? null)) : read.message).toEqual(readByOthers);
      }),
      { numRuns: 300 },
    );
  });

  it('is read by others as it was meant here', () => {
    fc.assert(
      fc.property(object, (given) => {
        expect(parse(stringifyYaml(given))).toEqual(given);
      }),
      { numRuns: 300 },
    );
  });
});
