import { describe, expect, it } from '@jest/globals';

import { kind, message } from './declare.ts';
import { field, inline, optional, required, requiredPointer } from './field.ts';
import type { TypeOf } from './infer.ts';
import { int32, int64, intOrString, lazy, list, map, string, time } from './shape.ts';
import type { Message, MessageShape } from './descriptor.ts';

const Port = message('test.Port', {
  name: field(1, string),
  port: required(2, int32),
  target: field(3, intOrString),
});

const Source = message('test.Source', { path: optional(1, string) });

const Volume = message('test.Volume', { name: required(1, string), source: inline(2, Source) });

const Spec = message(
  'test.Spec',
  {
    replicas: optional(1, int32),
    deadline: optional(2, int64),
    ports: field(3, list(Port)),
    labels: field(4, map(string)),
    selector: requiredPointer(5, Port),
    volumes: required(6, list(Volume)),
  },
  {
    validate(spec, report) {
      if ((spec.replicas ?? 0) < 0) report.invalid('replicas', spec.replicas, 'must not be negative');
    },
  },
);

const Tree: Message<{ children: ReturnType<typeof field<ReturnType<typeof list<MessageShape>>>> }> = message(
  'test.Tree',
  {
    children: field(1, list(lazy((): Message => Tree))),
  },
);

const Thing = kind('test.Thing', { created: field(1, time), spec: field(2, Spec) });

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function holds<T extends true>(claim: T): void {
  expect(claim).toBe(true);
}

describe('the type of an object', () => {
  type ThingObject = TypeOf<typeof Thing>;
  type SpecObject = ThingObject['spec'];

  it('has what is always there as a property, and the rest as an optional one', () => {
    holds<Equal<ThingObject['created'], string | null>>(true);
    holds<Equal<SpecObject['replicas'], number | undefined>>(true);
    holds<Equal<SpecObject['deadline'], number | bigint | undefined>>(true);
    holds<Equal<SpecObject['labels'], Record<string, string> | undefined>>(true);
    const thing: ThingObject = { created: null, spec: { selector: null, volumes: [{ name: 'v', path: '/tmp' }] } };
    expect(thing.spec.volumes?.[0]?.path).toBe('/tmp');
  });

  it('tells a required list, which may be null, from an optional one, which may be absent', () => {
    holds<Equal<null extends SpecObject['volumes'] ? true : false, true>>(true);
    holds<Equal<undefined extends SpecObject['ports'] ? true : false, true>>(true);
  });
});

describe('a declaration', () => {
  it('refuses two fields with one number', () => {
    expect(() => message('test.Twice', { a: field(1, string), b: field(1, string) })).toThrow(
      'test.Twice: fields a and b both have number 1',
    );
  });

  it('may contain itself', () => {
    expect(Tree.fields.children.shape.item.message()).toBe(Tree);
  });
});
