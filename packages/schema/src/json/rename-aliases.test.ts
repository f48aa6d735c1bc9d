import { describe, expect, it } from '@jest/globals';

import { message } from '../language/declare.ts';
import type { Message } from '../language/descriptor.ts';
import { field, optional } from '../language/field.ts';
import { either, json, lazy, list, map, string } from '../language/shape.ts';
import type { JsonValue } from '../language/json-value.ts';
import { decodeJson } from './decode.ts';
import { encodeJson } from './encode.ts';
import { renameAliases } from './rename-aliases.ts';

const Node: Message = message('test.v1.Node', {
  kind: field(1, string, { aliases: ['sort', 'art'] }),
  list: field(2, list(lazy(() => Node))),
  map: field(3, map(lazy(() => Node))),
  either: optional(
    4,
    either(() => Node, 'messageList'),
  ),
  any: optional(5, json),
});
const Root = message('test.v1.Root', { node: optional(1, Node) });
const Plain = message('test.v1.Plain', { name: field(1, string) });

function decode(message: Message, value: JsonValue) {
  const unknown: string[] = [];
  const decoded = decodeJson(message, value, { onUnknown: (path) => unknown.push(path) });
  if (!decoded.ok) throw new Error(decoded.message);
  return { json: JSON.parse(encodeJson(message, decoded.object)) as JsonValue, unknown };
}

describe('an alias of a field', () => {
  it('is decoded as the field, wherever its message is, and written under the name', () => {
    const given = { node: { sort: 'a', list: [{ art: 'b' }], map: { k: { sort: 'c' } }, either: { sort: 'd' } } };
    expect(decode(Root, given)).toEqual({
      json: { node: { kind: 'a', list: [{ kind: 'b' }], map: { k: { kind: 'c' } }, either: { kind: 'd' } } },
      unknown: [],
    });
  });

  it.each([
    [{ sort: 'a', kind: 'b' }, 'b', ['sort']],
    [{ kind: 'b', sort: 'a' }, 'b', ['sort']],
    [{ kind: null, sort: 'a' }, 'a', []],
  ])('gives way to the name: %j', (given, kind, unknown) => {
    expect(decode(Node, given)).toEqual({ json: { kind }, unknown });
  });

  it('is no more than data in free-form values', () => {
    expect(decode(Node, { any: { sort: 'a' } }).json).toEqual({ any: { sort: 'a' } });
  });
});

describe('renameAliases', () => {
  it('renames at every depth, and keeps what the message does not know', () => {
    const given = {
      other: 1,
      node: {
        sort: null,
        list: [{ art: 'b' }, 5],
        map: { sort: { sort: 'c' } },
        either: [{ sort: 'd' }],
        any: { sort: 1 },
      },
    };
    expect(renameAliases(Root, given)).toEqual({
      other: 1,
      node: {
        kind: null,
        list: [{ kind: 'b' }, 5],
        map: { sort: { kind: 'c' } },
        either: [{ kind: 'd' }],
        any: { sort: 1 },
      },
    });
  });

  it('drops an alias beside the name', () => {
    expect(renameAliases(Node, { sort: 'a', kind: 'b' })).toEqual({ kind: 'b' });
  });

  it('returns the value itself where there is nothing to rename', () => {
    const plain = { name: 'a', sort: 'b' };
    expect(renameAliases(Plain, plain)).toBe(plain);
    const node = { kind: 'a', list: [{ kind: 'b' }], map: { k: {} } };
    expect(renameAliases(Node, node)).toBe(node);
  });

  it('treats names of prototypes as any other key', () => {
    const given = JSON.parse('{"map":{"__proto__":{"sort":"a"}}}') as JsonValue;
    expect(JSON.stringify(renameAliases(Node, given))).toBe('{"map":{"__proto__":{"kind":"a"}}}');
  });

  it('leaves values of other types to the decoder', () => {
    for (const value of [null, 1, 'a', [], [{ sort: 1 }]]) expect(renameAliases(Node, value)).toEqual(value);
    expect(renameAliases(Node, { list: {}, map: [], either: 1 })).toEqual({ list: {}, map: [], either: 1 });
  });
});
