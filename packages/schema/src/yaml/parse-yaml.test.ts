import { describe, expect, it } from '@jest/globals';

import { stringifyJson } from '../json/stringify-json.ts';
import { parseYaml } from './parse-yaml.ts';

/** The documents as JSON text, one per line; what went wrong otherwise. */
function read(text: string): string {
  const result = parseYaml(text);
  return result.ok ? result.documents.map((each) => stringifyJson(each)).join('\n') : `error: ${result.message}`;
}

describe('YAML', () => {
  it('is read as the JSON it stands for', () => {
    expect(read('a: 1\nb: [x, "2", null, ~]\nc:\n  d: {e: false}\n')).toBe(
      '{"a":1,"b":["x","2",null,null],"c":{"d":{"e":false}}}',
    );
  });

  it('may hold several documents, and empty ones do not count', () => {
    expect(read('---\na: 1\n---\n# nothing\n---\nb: 2\n...\n')).toBe('{"a":1}\n{"b":2}');
    expect(read('')).toBe('');
    expect(read('# only this\n')).toBe('');
  });

  it('knows the words of YAML 1.1 for true and false', () => {
    expect(read('[yes, No, on, OFF, true, y]')).toBe('[true,false,true,false,true,true]');
  });

  it('takes dates, times and versions as strings', () => {
    expect(read('[2020-01-01, 2020-01-01T00:00:00Z, 1.2.3, 12:30:45]')).toBe(
      '["2020-01-01","2020-01-01T00:00:00Z","1.2.3","12:30:45"]',
    );
  });

  it('reads octal and hexadecimal numbers as what they count', () => {
    expect(read('[0644, 0x1f, 1_000]')).toBe('[420,31,1000]');
  });

  it('keeps the text of numbers that would change otherwise', () => {
    expect(read('[1.0, 1e3, 9223372036854775807, 0.1]')).toBe('[1.0,1e3,9223372036854775807,0.1]');
  });

  it('follows aliases and merge keys, and what is there wins over what is merged', () => {
    expect(read('base: &b {x: 1}\nfirst: {x: 2, <<: *b}\n')).toBe('{"base":{"x":1},"first":{"x":2}}');
    expect(read('base: &b {x: 1, y: 2}\nmore:\n  <<: *b\n  y: 3\nlast: *b\n')).toBe(
      '{"base":{"x":1,"y":2},"more":{"x":1,"y":3},"last":{"x":1,"y":2}}',
    );
  });

  it('makes a plain property of __proto__', () => {
    const result = parseYaml('__proto__: {polluted: true}\n');
    expect(result.ok && stringifyJson(result.documents[0] ?? null)).toBe('{"__proto__":{"polluted":true}}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('refuses a key that is given twice', () => {
    expect(read('a: 1\na: 2\n')).toContain('error: Map keys must be unique');
  });

  it('refuses what JSON cannot say', () => {
    expect(read('a: .nan')).toBe('error: .nan is not a number JSON can hold');
    expect(read('? [a, b]\n: 1\n')).toBe('error: keys have to be plain strings');
    expect(read('a: !!set {b}')).toContain('error');
  });

  it('says in which line it stumbled', () => {
    const result = parseYaml('a: 1\nb: .inf\n');
    expect(result).toEqual({ ok: false, message: '.inf is not a number JSON can hold', line: 2 });
  });

  it('refuses aliases that contain themselves', () => {
    expect(read('a: &a [*a]\n')).toContain('error: alias *a');
  });

  it('refuses a document whose aliases explode, in little time', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let level = 1; level < 10; level++) {
      const aliases = Array.from({ length: 10 }, () => `*a${String(level - 1)}`).join(', ');
      lines.push(`a${String(level)}: &a${String(level)} [${aliases}]`);
    }
    expect(read(lines.join('\n'))).toBe('error: aliases repeat too much of the document');
  });

  it('refuses what is nested too deep', () => {
    expect(read('['.repeat(1500) + ']'.repeat(1500))).toContain('error');
  });
});
