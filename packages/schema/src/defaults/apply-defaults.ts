/**
 * Fills in what was left out: the defaults that fields declare, then the message's
 * own rule, then the messages within, then its structural schema. Applying them twice is applying them once, as
 * long as the rules keep to it. Only what can have defaults is visited.
 */
import { childrenOf } from '../language/children-of.ts';
import type { Field, Message, Shape } from '../language/descriptor.ts';
import type { StructuralSchema } from '../language/structural-schema.ts';
import { compileOnce } from '../compile-once.ts';
import { emptyOf, isZero } from '../json/empty.ts';
import { inlined, layoutOf } from '../json/layout.ts';
import { setOwn } from '../json/set-own.ts';
import { defaultFields } from './default-structural.ts';
import { hasDefaults } from './has-defaults.ts';

type JsonObject = Record<string, unknown>;
type Visit = (value: unknown) => void;

/** Changes `object`, which must be in canonical form. */
export function applyDefaults(message: Message, object: object): void {
  defaulterOf(message)(object);
}

const defaulterOf: (message: Message) => Visit = compileOnce((message): Visit => {
  const literals = literalsOf(message);
  const nested = nestedOf(message);
  const declared = new Set(layoutOf(message).map(({ name }) => name));
  return (value) => {
    const object = value as JsonObject;
    for (const { name, isUnset, make } of literals) {
      if (isUnset(object[name])) setOwn(object, name, make());
    }
    message.applyDefaults?.(object);
    for (const { name, visit } of nested) {
      const inner = name === undefined ? object : object[name];
      if (inner !== undefined && inner !== null) visit(inner);
    }
    if (message.structuralSchema !== undefined) applySchema(message.structuralSchema(), object, declared);
  };
});

/** Only the members of the object itself are changed in place: what they hold may be shared with other objects. */
function applySchema(schema: StructuralSchema, object: JsonObject, declared: ReadonlySet<string>): void {
  const filled = defaultFields(object, schema, declared);
  if (filled === object) return;
  for (const [key, value] of Object.entries(filled)) setOwn(object, key, value);
}

interface Literal {
  readonly name: string;
  readonly isUnset: (value: unknown) => boolean;
  readonly make: () => unknown;
}

function literalsOf(message: Message): Literal[] {
  return Object.entries(message.fields).flatMap(([name, field]) => {
    if (field.default === undefined) return [];
    const { shape, presence } = field;
    const isNothing = (value: unknown) => value === undefined || value === null;
    const isUnset = presence === 'pointer' ? isNothing : (value: unknown) => isNothing(value) || isZero(shape, value);
    return [{ name, isUnset, make: defaultMaker(field) }];
  });
}

/** The default `{}` stands for the message with nothing given. */
function defaultMaker({ shape, default: literal }: Field): () => unknown {
  if (typeof literal !== 'object') return () => literal;
  return shape.kind === 'message' ? () => emptyOf(shape.message())() : () => ({});
}

interface Nested {
  /** Absent for an inline message, whose fields are the object's own. */
  readonly name: string | undefined;
  readonly visit: Visit;
}

function nestedOf(message: Message): Nested[] {
  const nested: Nested[] = [];
  for (const [name, field] of Object.entries(message.fields)) {
    const isInline = field.presence === 'inline';
    const visit = isInline ? visitMessage(() => inlined(field)) : visitShape(field.shape);
    if (visit !== undefined) nested.push({ name: isInline ? undefined : name, visit });
  }
  return nested;
}

/** Nothing for a shape within which nothing can have a default. */
function visitShape(shape: Shape): Visit | undefined {
  const children = childrenOf(shape);
  switch (children.kind) {
    case 'none':
      return undefined;
    case 'items':
      return visitEach(visitShape(children.shape), (list) => list as unknown[]);
    case 'entries':
      return visitEach(visitShape(children.shape), (map) => Object.values(map as JsonObject));
    case 'message':
      return visitMessage(children.message);
    case 'alternative':
      return visitAlternative(visitMessage(children.message));
  }
}

function visitMessage(message: () => Message): Visit | undefined {
  if (!hasDefaults(message())) return undefined;
  let visit: Visit | undefined;
  return (value) => (visit ??= defaulterOf(message()))(value);
}

function visitEach(visit: Visit | undefined, itemsOf: (value: unknown) => readonly unknown[]): Visit | undefined {
  if (visit === undefined) return undefined;
  return (value) => {
    for (const item of itemsOf(value)) if (item !== undefined && item !== null) visit(item);
  };
}

function visitAlternative(visit: Visit | undefined): Visit | undefined {
  if (visit === undefined) return undefined;
  return (value) => {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof item === 'object' && item !== null) visit(item);
    }
  };
}
