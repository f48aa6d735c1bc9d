/**
 * Renames fields that a patch names by an alias, so that what merges patches meets the names that are stored. The name
 * wins where both are given, as in decoding.
 */
import { compileOnce } from '../compile-once.ts';
import { childrenOf, messageWithin } from '../language/children-of.ts';
import type { Message, Shape } from '../language/descriptor.ts';
import type { JsonValue } from '../language/json-value.ts';
import { isJsonObject } from './decode-shape.ts';
import { layoutOf } from './layout.ts';
import { setOwn } from './set-own.ts';

type Rename = (value: unknown) => unknown;

/** Returns the value itself where nothing is renamed. Costs one look-up for messages that lead to no alias. */
export function renameAliases(message: Message, value: JsonValue): JsonValue {
  return hasAliases(message)() ? (renamerOf(message)(value) as JsonValue) : value;
}

const hasAliases = compileOnce((root) => {
  const seen = new Set([root]);
  for (const message of seen) {
    for (const { aliases, shape } of Object.values(message.fields)) {
      if (aliases !== undefined) return () => true;
      const inner = messageWithin(shape);
      if (inner !== undefined) seen.add(inner);
    }
  }
  return () => false;
});

const renamerOf: (message: Message) => Rename = compileOnce((message): Rename => {
  const rows = layoutOf(message);
  const renames = new Map(rows.map(({ name, field }) => [name, renamerOfShape(field.shape)]));
  const names = new Map(rows.flatMap(({ name, field }) => (field.aliases ?? []).map((alias) => [alias, name])));
  return (value) => {
    if (!isJsonObject(value)) return value;
    return renameEntries(value, (key) => {
      const name = names.get(key);
      if (name === undefined) return { name: key, rename: renames.get(key) };
      return Object.hasOwn(value, name) ? undefined : { name, rename: renames.get(name) };
    });
  };
});

function renamerOfShape(shape: Shape): Rename | undefined {
  const children = childrenOf(shape);
  switch (children.kind) {
    case 'none':
      return undefined;
    case 'items': {
      const rename = renamerOfShape(children.shape);
      return rename && ((value) => (Array.isArray(value) ? renameItems(value, rename) : value));
    }
    case 'entries': {
      const rename = renamerOfShape(children.shape);
      return rename && ((value) => (isJsonObject(value) ? renameEntries(value, (name) => ({ name, rename })) : value));
    }
    case 'message':
      return renamerOfMessage(children.message);
    case 'alternative': {
      const rename = renamerOfMessage(children.message);
      return (value) => (Array.isArray(value) ? renameItems(value, rename) : rename(value));
    }
  }
}

/** Looks late, as messages may contain themselves. */
function renamerOfMessage(message: () => Message): Rename {
  return (value) => (hasAliases(message())() ? renamerOf(message())(value) : value);
}

function renameItems(items: readonly unknown[], rename: Rename): unknown {
  const renamed = items.map(rename);
  return renamed.some((item, index) => item !== items[index]) ? renamed : items;
}

interface Entry {
  readonly name: string;
  readonly rename: Rename | undefined;
}

/** `entryOf` returns undefined for a key that is dropped. */
function renameEntries(object: Record<string, unknown>, entryOf: (key: string) => Entry | undefined): unknown {
  const made: Record<string, unknown> = {};
  let isChanged = false;
  for (const [key, value] of Object.entries(object)) {
    const entry = entryOf(key);
    const renamed = entry?.rename === undefined ? value : entry.rename(value);
    isChanged ||= entry?.name !== key || renamed !== value;
    if (entry !== undefined) setOwn(made, entry.name, renamed);
  }
  return isChanged ? made : object;
}
