import { describe, expect, it } from '@jest/globals';

import { message } from '../language/declare.ts';
import type { Message } from '../language/descriptor.ts';
import { field, inline, optional, required } from '../language/field.ts';
import { bool, either, int32, intOrString, lazy, list, map, string } from '../language/shape.ts';
import { applyDefaults } from './apply-defaults.ts';
import { hasDefaults } from './has-defaults.ts';

const Plain = message('test.Plain', { a: field(1, string) });
const Port = message('test.Port', {
  protocol: field(1, string, { default: 'TCP' }),
  port: required(2, int32, { default: 80 }),
});

function withDefaults<T extends object>(declared: Message, object: T): T {
  applyDefaults(declared, object);
  return object;
}

describe('the default of a field', () => {
  it('fills in what is absent or zero', () => {
    expect(withDefaults(Port, {})).toEqual({ protocol: 'TCP', port: 80 });
    expect(withDefaults(Port, { protocol: '', port: 0 })).toEqual({ protocol: 'TCP', port: 80 });
    expect(withDefaults(Port, { protocol: 'UDP', port: 1 })).toEqual({ protocol: 'UDP', port: 1 });
  });

  it('fills in a pointer only when it is unset', () => {
    const Pointers = message('test.Pointers', {
      count: optional(1, int32, { default: 1 }),
      isOn: optional(2, bool, { default: true }),
    });
    expect(withDefaults(Pointers, {})).toEqual({ count: 1, isOn: true });
    expect(withDefaults(Pointers, { count: null, isOn: null })).toEqual({ count: 1, isOn: true });
    expect(withDefaults(Pointers, { count: 0, isOn: false })).toEqual({ count: 0, isOn: false });
  });

  it('may be zero for a pointer', () => {
    const Zero = message('test.Zero', {
      isOn: optional(1, bool, { default: false }),
      port: field(2, intOrString, { default: 0 }),
    });
    expect(withDefaults(Zero, {})).toEqual({ isOn: false, port: 0 });
  });

  it('{} is the empty message, with its own defaults', () => {
    const Holder = message('test.Holder', {
      port: optional(1, Port, { default: {} }),
      plain: optional(2, Plain, { default: {} }),
    });
    const first = withDefaults(Holder, {});
    expect(first).toEqual({ port: { protocol: 'TCP', port: 80 }, plain: {} });
    expect(withDefaults(Holder, {})).not.toBe(first);
  });
});

describe('the defaults of a message', () => {
  const Spec = message(
    'test.Spec',
    {
      min: optional(1, int32, { default: 1 }),
      max: optional(2, int32),
      port: optional(3, Port),
    },
    {
      applyDefaults(spec) {
        spec.max ??= (spec.min ?? 0) + 1;
        if (spec.max > 5) spec.port ??= { port: 0 };
      },
    },
  );

  it('see the literal ones, and are followed by those of the messages within', () => {
    expect(withDefaults(Spec, {})).toEqual({ min: 1, max: 2 });
    expect(withDefaults(Spec, { min: 7 })).toEqual({ min: 7, max: 8, port: { protocol: 'TCP', port: 80 } });
  });

  it('reach through lists, maps, inline messages and alternatives', () => {
    const Inline = message('test.Inline', { mode: field(1, string, { default: 'fast' }), ports: field(2, list(Port)) });
    const Outer = message('test.Outer', {
      inline: inline(1, Inline),
      named: field(2, map(Port)),
      nested: field(3, list(list(Port))),
      choice: optional(
        4,
        either(() => Port, 'messageList'),
      ),
      other: optional(
        5,
        either(() => Port, 'bool'),
      ),
    });
    const port = { protocol: 'TCP', port: 80 };
    const object = { ports: [{}], named: { a: {}, b: {} }, nested: [[{}], []], choice: [{}], other: true };
    expect(withDefaults(Outer, object)).toEqual({
      mode: 'fast',
      ports: [port],
      named: { a: port, b: port },
      nested: [[port], []],
      choice: [port],
      other: true,
    });
    expect(withDefaults(Outer, { choice: {}, named: null })).toEqual({ mode: 'fast', choice: port, named: null });
  });

  it('reach messages that contain themselves', () => {
    const Tree: Message = message('test.Tree', {
      size: field(1, int32, { default: 1 }),
      children: field(2, list(lazy(() => Tree))),
    });
    expect(withDefaults(Tree, { children: [{ children: [{}] }, { size: 2 }] })).toEqual({
      size: 1,
      children: [{ size: 1, children: [{ size: 1 }] }, { size: 2 }],
    });
  });
});

describe('messages without defaults', () => {
  it('are known as such, recursive or not', () => {
    const Even: Message = message('test.Even', {
      odd: optional(
        1,
        lazy(() => Odd),
      ),
    });
    const Odd: Message = message('test.Odd', {
      even: optional(
        1,
        lazy(() => Even),
      ),
    });
    const Loop: Message = message('test.Loop', {
      self: optional(
        1,
        lazy(() => Loop),
      ),
      ports: field(2, list(Port)),
    });
    expect([Plain, Even, Odd].map(hasDefaults)).toEqual([false, false, false]);
    expect([Port, Loop].map(hasDefaults)).toEqual([true, true]);
  });

  it('are not visited', () => {
    const Holder = message('test.Holder', { plain: field(1, Plain), port: field(2, Port) });
    const plain = new Proxy(
      {},
      {
        get: () => {
          throw new Error('visited');
        },
      },
    );
    expect(() => withDefaults(Holder, { plain, port: {} })).not.toThrow();
  });
});
