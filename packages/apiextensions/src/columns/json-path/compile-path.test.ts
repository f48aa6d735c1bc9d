import { describe, expect, it } from '@jest/globals';
import { ExactNumber } from '@keelson/schema';
import { quickestMsOf } from '@keelson/schema/testing';

import { compilePath } from './compile-path.ts';

const object = {
  metadata: { name: 'a', labels: { 'app.test/name': 'x', plain: 'y' } },
  spec: { n: 3, big: 9007199254740993n, half: 0.5, whole: new ExactNumber('2.0'), none: null, flag: true, text: '' },
  status: {
    conditions: [
      { type: 'Ready', status: 'True', age: 5 },
      { type: 'Synced', status: 'False', age: 7, reason: "it's" },
    ],
    list: ['a', 'b', 'c', 'd'],
    nested: { list: [{ deep: { type: 'found' } }] },
  },
};

function find(path: string, within: object = object): unknown {
  const compiled = compilePath(path);
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.findFirst(within)?.value;
}

describe('a JSON path', () => {
  it.each<[string, unknown]>([
    ['.metadata.name', 'a'],
    ['$.metadata.name', 'a'],
    ['.spec.none', null],
    ['.spec.text', ''],
    ['.spec.missing.deeper', undefined],
    ['.metadata.name.deeper', undefined],
    ['.metadata.labels.app\\.test/name', 'x'],
    [".metadata.labels['app\\.test/name']", 'x'],
    [".metadata.labels['plain']", 'y'],
    [".metadata['labels.plain']", 'y'],
    ['.status.list[0]', 'a'],
    ['.status.list[-1]', 'd'],
    ['.status.list[1:3]', 'b'],
    ['.status.list[-2:]', 'c'],
    ['.status.list[1:4:2]', 'b'],
    ['.status.list[*]', 'a'],
    ['.status.list.*', 'a'],
    ['.status.list[]', 'a'],
    ['.status.list[2,0]', 'c'],
    ['.status.list[4]', undefined],
    ['.status.list[-5]', undefined],
    ['.status.list[2:1]', undefined],
    ['.status.list[0:2:0]', undefined],
    ['.spec.none[0]', undefined],
    ['.spec.n[0]', undefined],
    ['.status.conditions[*].type', 'Ready'],
    ['.metadata.labels.*', 'x'],
    ['..deep.type', 'found'],
    ['.status..reason', "it's"],
    ['.spec.n} and more', 3],
    ['.spec.n range', undefined],
  ])('%s finds %j', (path, expected) => {
    expect(find(path)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['[?(@.type=="Ready")].status', 'True'],
    ["[?(@.type=='Synced')].status", 'False'],
    ['[?(@.type!="Ready")].type', 'Synced'],
    ['[?(@.type == "Ready")].status', 'True'],
    ['[?(@.age>5)].type', 'Synced'],
    ['[?(@.age>=5)].type', 'Ready'],
    ['[?(@.age<7)].type', 'Ready'],
    ['[?(@.age<=4)].type', undefined],
    ['[?(@.reason)].type', 'Synced'],
    ['[?(@.reason=="it\'s")].type', 'Synced'],
    ["[?(@.reason=='it\\'s')].type", 'Synced'],
    ['[?(@.reason=="(")].type', undefined],
    ['[?(@.type==@.status)].type', undefined],
    ['[?(@.type==5)].type', undefined],
    ['[?(@.age==5.0)].type', undefined],
    ['[?(@.age=5)].type', undefined],
    ['[?(@.type=="\\x52eady")].status', 'True'],
  ])('compares in filters: %s finds %j', (filter, expected) => {
    expect(find(`.status.conditions${filter}`)).toEqual(expected);
  });

  it('compares numbers of one kind: whole ones of any size, and others', () => {
    const items = [
      { name: 'big', n: 9007199254740993n },
      { name: 'half', n: 0.5 },
    ];
    expect(find('.items[?(@.n==9007199254740993)].name', { items: items.slice(0, 1) })).toBe('big');
    expect(find('.items[?(@.n==9007199254740992)].name', { items: items.slice(0, 1) })).toBeUndefined();
    expect(find('.items[?(@.n<1.0)].name', { items: items.slice(1) })).toBe('half');
    expect(find('.items[?(@.n<1.0)].name', { items })).toBeUndefined();
  });

  it('finds nothing by names of prototypes that are no fields', () => {
    expect(find('.constructor.name')).toBeUndefined();
    expect(find('.spec.__proto__')).toBeUndefined();
    expect(find('..__proto__')).toBeUndefined();
    expect(find('.__proto__.a', JSON.parse('{"__proto__":{"a":1}}') as object)).toBe(1);
  });

  it.each([
    ['.a[', 'unterminated array'],
    ['.a[x]', 'invalid array index x'],
    ['.a[-]', 'array index - is not a number'],
    ['.a[?(@.b', 'unterminated filter'],
    ['.a[?(@.b)', 'unclosed array expect ]'],
    ['.a[?(@.b=="x)]', 'unterminated filter'],
    ['.a[?(@.b=="\\q")]', 'unquote string "\\q" error invalid syntax'],
    ['.a....b', 'invalid multiple recursive descent'],
    ['.a[?(@.b==1.2.3)]', 'cannot parse number 1.2.3'],
    ['%', 'unrecognized character in path: "%"'],
    [`.${'a'.repeat(5_000)}`, 'must be no more than 4096 characters'],
  ])('%s is refused: %s', (path, message) => {
    expect(compilePath(path)).toEqual({ ok: false, message });
  });

  it('is refused where paths are nested without end', () => {
    const deep = `.a${'[?(@'.repeat(500)}.b${')]'.repeat(500)}`;
    expect(compilePath(deep).ok).toBe(false);
  });

  it('finds nothing where it would take too many steps', () => {
    const wide = { a: Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, Array(300).fill({ b: 1 })])) };
    const findAll = (): void => {
      expect(find('..a..b', wide)).toBeUndefined();
      expect(find('.a.*[?(@..b==1)].c', wide)).toBeUndefined();
    };
    expect(quickestMsOf(findAll, 1_000)).toBeLessThan(1_000);
  });
});
