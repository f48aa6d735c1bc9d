import { describe, expect, it } from '@jest/globals';

import { kind, message } from './declare.ts';
import type { Message } from './descriptor.ts';
import { field } from './field.ts';
import { inVersion } from './in-version.ts';
import { lazy, list, map, string } from './shape.ts';

const Foreign = message('io.k8s.api.core.v1.Foreign', { text: field(1, string) });
const Borrowed = message('io.k8s.api.batch.v1.Borrowed', { text: field(1, string) });
const Part = message('io.k8s.api.batch.v1.Part', { text: field(1, string), foreign: field(2, Foreign) });
const Whole: Message = kind('io.k8s.api.batch.v1.Whole', {
  one: field(1, Part),
  several: field(2, list(Part)),
  named: field(3, map(Part)),
  self: field(
    4,
    lazy(() => Whole),
  ),
  borrowed: field(5, Borrowed),
});

function held(message: Message, key: string): Message {
  let shape = message.fields[key]?.shape;
  while (shape?.kind === 'list' || shape?.kind === 'map') shape = shape.kind === 'list' ? shape.item : shape.value;
  if (shape?.kind !== 'message') throw new Error(`${key} holds no message`);
  return shape.message();
}

describe('a message in another version', () => {
  const older = inVersion(Whole, 'v1beta1', [[Borrowed, Borrowed]]);

  it('has the name of that version, and the same fields', () => {
    expect(older.name).toBe('io.k8s.api.batch.v1beta1.Whole');
    expect(Object.keys(older.fields)).toEqual(Object.keys(Whole.fields));
    expect(older.fields['several']?.number).toBe(2);
    expect(older.hasTypeMeta).toBe(true);
  });

  it('takes what it holds of its group along, once', () => {
    expect(held(older, 'one').name).toBe('io.k8s.api.batch.v1beta1.Part');
    expect(held(older, 'several')).toBe(held(older, 'one'));
    expect(held(older, 'named')).toBe(held(older, 'one'));
    expect(held(older, 'self')).toBe(older);
  });

  it('leaves messages of other groups, and what is said to stay, where they are', () => {
    expect(held(held(older, 'one'), 'foreign')).toBe(Foreign);
    expect(held(older, 'borrowed')).toBe(Borrowed);
  });

  it('leaves the original as it was', () => {
    expect(held(Whole, 'one')).toBe(Part);
    expect(Part.name).toBe('io.k8s.api.batch.v1.Part');
  });
});
