import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { ExactNumber } from '../formats/exact-number.ts';
import { stringifyJson } from '../json/stringify-json.ts';
import { parseYaml } from './parse-yaml.ts';
import { stringifyYaml } from './stringify-yaml.ts';

describe('writing YAML', () => {
  it('sorts keys and keeps lists level with their key', () => {
    expect(
      stringifyYaml({ kind: 'Pump', apiVersion: 'v1', ports: [{ port: 80, name: 'a' }], empty: {}, none: [] }),
    ).toBe(
      ['apiVersion: v1', 'empty: {}', 'kind: Pump', 'none: []', 'ports:', '- name: a', '  port: 80', ''].join('\n'),
    );
  });

  it('quotes strings that would be read as something else', () => {
    expect(
      stringifyYaml(['yes', '1', '', '2008-01-01T01:01:01Z', 'null', '1e3', '0x1f', '12:30', 'plain', 'a: b']),
    ).toBe(
      [
        '- "yes"',
        '- "1"',
        '- ""',
        '- "2008-01-01T01:01:01Z"',
        '- "null"',
        '- "1e3"',
        '- "0x1f"',
        '- "12:30"',
        '- plain',
        "- 'a: b'",
        '',
      ].join('\n'),
    );
  });

  it('writes text of several lines as a block', () => {
    expect(stringifyYaml({ script: 'one\ntwo\n' })).toBe('script: |\n  one\n  two\n');
  });

  it('writes numbers exactly', () => {
    expect(stringifyYaml([9223372036854775807n, new ExactNumber('1.0')])).toBe('- 9223372036854775807\n- 1.0\n');
  });

  it('writes what the reader reads as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4, noUnicodeString: false }), (generated) => {
        const value = JSON.parse(JSON.stringify(generated)) as never;
        const read = parseYaml(stringifyYaml(value));
        const [document] = read.ok ? read.documents : [];
        expect(sorted(JSON.parse(stringifyJson(document ?? null)))).toEqual(sorted(value));
      }),
      { numRuns: 500 },
    );
  });
});

function sorted(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
