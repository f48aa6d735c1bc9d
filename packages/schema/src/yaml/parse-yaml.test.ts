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

  it('reads blocks of text, folded and literal, with what becomes of their end', () => {
    expect(read('a: |\n  x\n   y\n\n  z\n')).toBe('{"a":"x\\n y\\n\\nz\\n"}');
    expect(read('a: >\n  x\n  y\n\n  z\n   in\n  w\n')).toBe('{"a":"x y\\nz\\n in\\nw\\n"}');
    expect(read('- |-\n  x\n\n- |+\n  x\n\n- |2-\n    x\n- >+ # c\n\n  x\n')).toBe('["x","x\\n\\n","  x","\\nx\\n"]');
    expect(read('a: | x\n')).toContain('error');
  });

  it('reads text in quotes, with its escapes and its lines', () => {
    expect(read(String.raw`["\x41\u00e9\U0001F600\ud83d\ude00\t\e\/", 'it''s', "a\"b"]`)).toBe(
      String.raw`["Aé😀😀\t\u001b/","it's","a\"b"]`,
    );
    expect(read('a: "x  \n\n  y\\\n  z"\nb: \'x\n  y\'\n')).toBe('{"a":"x\\nyz","b":"x y"}');
    expect(read(String.raw`"\ud83d"`)).toBe('"\ufffd"');
    expect(read(String.raw`"\q"`)).toContain('error: found unknown escape character');
    expect(read('"x')).toContain('error: found unexpected end of stream');
  });

  it('reads plain text over several lines, up to a comment, a key or less indentation', () => {
    expect(read('a: x\n  y\n\n  z # c\nb: http://x/#y?z:w\n')).toBe('{"a":"x y\\nz","b":"http://x/#y?z:w"}');
    expect(read('a: x\n  b: y\n')).toBe('error: mapping values are not allowed in this context');
    expect(read('a: b: c\n')).toBe('error: mapping values are not allowed in this context');
  });

  it('reads lists level with their key, in lists, and as pairs in brackets', () => {
    expect(read('a:\n- b: 1\n  c:\n  - x\n-\n  - w\n- - z\n-\nd: 2\n')).toBe(
      '{"a":[{"b":1,"c":["x"]},["w"],["z"],null],"d":2}',
    );
    expect(read('{a: [b: 1, "c":2, ? d], e, "f" : {}, g: }')).toBe(
      '{"a":[{"b":1},{"c":2},{"d":null}],"e":null,"f":{},"g":null}',
    );
    expect(read('? a\n: - b\n  - c\n? d\n')).toBe('{"a":["b","c"],"d":null}');
  });

  it('knows the tags of what JSON has', () => {
    expect(read('[!!str 1, !!int "2", !!float 3, ! 4, !!null "", !<tag:yaml.org,2002:bool> "yes"]')).toBe(
      '["1",2,3,"4",null,true]',
    );
    expect(read('a: !!map {}\nb: !!seq\n- !!str\n')).toBe('{"a":{},"b":[""]}');
    expect(read('!!int x')).toContain('error');
    expect(read('!mine x')).toContain('error');
  });

  it('names anchors anew with each document', () => {
    expect(read('- &a 1\n- *a\n- &a 2\n- *a\n')).toBe('[1,1,2,2]');
    expect(read('- &a 1\n---\n- *a\n')).toBe('error: alias *a names no anchor');
    expect(read('&a k: &b\n  c: 1\nd: *b\ne: *a\n')).toBe('{"k":{"c":1},"d":{"c":1},"e":"k"}');
  });

  it('takes a merge key in quotes for a key', () => {
    expect(read('{"<<": 1, a: 2}')).toBe('{"<<":1,"a":2}');
  });

  it('takes texts that only look like numbers as strings', () => {
    expect(read('[., e5, 0x, 0x_, 0b2, 1e, "0x52908400098527886E0F7030069857D2E4169EE7"]')).toBe(
      '[".","e5","0x","0x_","0b2","1e","0x52908400098527886E0F7030069857D2E4169EE7"]',
    );
    expect(read('0x52908400098527886E0F7030069857D2E4169EE7')).toBe('"0x52908400098527886E0F7030069857D2E4169EE7"');
    expect(read('[+1_0, -08, 0b11, -0x1f, .5, 5., 1_0.5]')).toBe('[10,-8,3,-31,0.5,5,10.5]');
    expect(read('1e400')).toBe('error: 1e400 is not a number JSON can hold');
  });

  it('reads no further than it is asked to', () => {
    expect(parseYaml('---\n# nothing\n---\na: 1\n--- [\n', { maxDocuments: 1 })).toEqual({
      ok: true,
      documents: [{ a: 1 }],
    });
  });

  it('reads directives over, and what comes in front of them', () => {
    expect(read('\ufeff%YAML 1.1\n%TAG ! x\n---\r\na: 1\r\n...\n%YAML 1.1\n--- b\n')).toBe('{"a":1}\n"b"');
    expect(read('--- %x\n')).toBe('error: found character that cannot start any token');
  });

  it.each([
    'a: @x',
    'a: `x',
    'a:\n\tb: 1',
    'a\nb: 1\n c: 2',
    '[a',
    '[a}',
    '[,]',
    '{a: "1" b}',
    '- a\nb: 1',
    'a: *',
    '"a" b',
    'a: - b',
  ])('refuses what is no YAML: %j', (text) => {
    expect(read(text)).toContain('error');
  });

  it('refuses what is nested too deep', () => {
    expect(read('['.repeat(1500) + ']'.repeat(1500))).toContain('error');
  });
});
