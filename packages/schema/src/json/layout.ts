/**
 * The rows of a message's JSON in the order they are printed: `kind` and `apiVersion`
 * first, inline messages spread out in their place. Knows no values.
 */
import { compileOnce } from '../compile-once.ts';
import type { Field, Message } from '../language/descriptor.ts';

export interface LayoutRow {
  readonly name: string;
  readonly field: Field;
}

const typeMetaField: Field = {
  number: 0,
  shape: { kind: 'string' },
  presence: 'value',
  isRequired: false,
  isAlwaysWritten: false,
};

const typeMetaRows: readonly LayoutRow[] = ['kind', 'apiVersion'].map((name) => ({ name, field: typeMetaField }));

const compiledLayout = compileOnce((message) => {
  const rows = message.hasTypeMeta ? [...typeMetaRows, ...fieldRows(message)] : fieldRows(message);
  return () => rows;
});

export function layoutOf(message: Message): readonly LayoutRow[] {
  return compiledLayout(message)();
}

/** Sorted by name, as custom objects are printed. */
export function sortedLayoutOf(message: Message): readonly LayoutRow[] {
  return layoutOf(message).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function fieldRows(message: Message): LayoutRow[] {
  return Object.entries(message.fields).flatMap(([name, field]) =>
    field.presence === 'inline' ? fieldRows(inlined(field)) : [{ name, field }],
  );
}

/** The message of an inline field. */
export function inlined(field: Field): Message {
  if (field.shape.kind !== 'message') throw new Error('only a message can be inline');
  return field.shape.message();
}
