/**
 * OpenAPI definitions of messages, and of all that they refer to. Paths and
 * operations are not its business. Ranges and lengths are left out, as clients know
 * these definitions without: a server may still hold objects older than a rule.
 */
import type { Field, Message, Shape } from '../language/descriptor.ts';
import type { GroupVersionKind } from '../language/group-version-kind.ts';
import type { Definitions, Dialect, SchemaObject } from './document.ts';
import { alternativeForm, specialForm } from './special-forms.ts';
import type { SpecialForm } from './special-forms.ts';
import { structuralDefinition } from './structural-definition.ts';
import { openApiZero } from './zero.ts';

export interface DefinitionOptions {
  /** The kinds a message is known as; a message shared by several groups has several. */
  readonly kindsOf?: (message: Message) => readonly GroupVersionKind[];
  /** True for a field that is left out. */
  readonly hidesField?: ((message: Message, field: string) => boolean) | undefined;
  /** The enum values that are left out; `undefined` for most fields. */
  readonly hiddenValues?: ((message: Message, field: string) => readonly string[] | undefined) | undefined;
  /** Tells the values of enumerations. Default: true. */
  readonly showsEnums?: boolean | undefined;
}

/** Upstream's conformance tests look for the first words, as for those about metadata. */
const apiVersionAbout =
  'APIVersion defines the version of the schema that this object is written in; the server converts it as needed.';
const kindAbout = 'What the object is; fixed by the place it is sent to, in CamelCase.';

export function definitionsOf(
  messages: Iterable<Message>,
  dialect: Dialect,
  options: DefinitionOptions = {},
): Definitions {
  const writer = new DefinitionWriter(dialect, options);
  for (const message of messages) writer.add(message);
  return writer.sorted();
}

class DefinitionWriter {
  readonly #found = new Map<string, SchemaObject>();
  readonly #dialect: Dialect;
  readonly #options: DefinitionOptions;

  constructor(dialect: Dialect, options: DefinitionOptions) {
    this.#dialect = dialect;
    this.#options = options;
  }

  sorted(): Definitions {
    const names = [...this.#found.keys()].sort();
    return Object.fromEntries(names.map((name) => [name, this.#found.get(name) ?? {}]));
  }

  add(message: Message): void {
    if (this.#found.has(message.name)) return;
    const definition: SchemaObject = {};
    // Known before it is complete, so that a message may contain itself.
    this.#found.set(message.name, definition);
    Object.assign(definition, this.#define(message));
  }

  #define(message: Message): SchemaObject {
    const kinds = message.hasTypeMeta ? (this.#options.kindsOf?.(message) ?? []) : [];
    const kindsWords = kinds.length > 0 && { [this.#extension('group-version-kind')]: kinds.map(plainKind) };
    if (message.structuralSchema !== undefined) {
      const typeAndMetadata = Object.fromEntries(this.#properties(message));
      const definition = structuralDefinition(message.structuralSchema(), { dialect: this.#dialect, typeAndMetadata });
      return { ...definition, ...kindsWords };
    }
    const required = this.#requiredNames(message).sort();
    const properties = Object.fromEntries(this.#properties(message).sort(([a], [b]) => (a < b ? -1 : 1)));
    return {
      ...described(message.about),
      type: 'object',
      ...(required.length > 0 && { required }),
      ...(Object.keys(properties).length > 0 && { properties }),
      ...kindsWords,
      ...(message.structType === 'atomic' && { [this.#extension('map-type')]: 'atomic' }),
    };
  }

  #properties(message: Message): [string, SchemaObject][] {
    const own = this.#fieldProperties(message);
    if (!message.hasTypeMeta) return own;
    return [
      ...own,
      ['apiVersion', { description: apiVersionAbout, type: 'string' }],
      ['kind', { description: kindAbout, type: 'string' }],
    ];
  }

  #fieldProperties(message: Message): [string, SchemaObject][] {
    return Object.entries(message.fields).flatMap(([name, field]): [string, SchemaObject][] => {
      if (this.#options.hidesField?.(message, name) === true) return [];
      if (field.presence !== 'inline') {
        return [[name, withoutValues(this.#property(field), this.#options.hiddenValues?.(message, name))]];
      }
      return field.shape.kind === 'message' ? this.#fieldProperties(field.shape.message()) : [];
    });
  }

  #requiredNames(message: Message): string[] {
    return Object.entries(message.fields).flatMap(([name, field]) => {
      if (this.#options.hidesField?.(message, name) === true) return [];
      if (field.presence !== 'inline') return field.isRequired ? [name] : [];
      return field.shape.kind === 'message' ? this.#requiredNames(field.shape.message()) : [];
    });
  }

  #property(field: Field): SchemaObject {
    const { listType, listMapKeys, mapType, patchStrategy, patchMergeKey } = field;
    return {
      ...this.#schemaOf(field.shape, {
        ...described(field.about),
        ...(this.#dialect.showsDefaults && withDefault(defaultOf(field))),
      }),
      ...(listMapKeys && { [this.#extension('list-map-keys')]: listMapKeys }),
      ...(listType && { [this.#extension('list-type')]: listType }),
      ...(mapType && { [this.#extension('map-type')]: mapType }),
      ...(patchMergeKey !== undefined && { [this.#extension('patch-merge-key')]: patchMergeKey }),
      ...(patchStrategy && { [this.#extension('patch-strategy')]: patchStrategy }),
    };
  }

  /** Says `more` of a value beside its schema; in v3 a reference has to stand apart to have anything beside it. */
  #schemaOf(shape: Shape, more: SchemaObject): SchemaObject {
    const schema = this.#plainSchemaOf(shape);
    const mustWrap = this.#dialect.wrapsReferences && schema.$ref !== undefined && Object.keys(more).length > 0;
    return mustWrap ? { ...more, allOf: [schema] } : { ...more, ...schema };
  }

  #plainSchemaOf(shape: Shape): SchemaObject {
    switch (shape.kind) {
      case 'string': {
        const known = shape.enum ?? (shape.isClosed === true ? shape.known : undefined);
        const values = this.#options.showsEnums === false ? undefined : known;
        return { type: 'string', ...(values && { enum: [...values].sort() }) };
      }
      case 'bool':
        return { type: 'boolean' };
      case 'int32':
      case 'int64':
        return { type: 'integer', format: shape.kind };
      case 'double':
        return { type: 'number', format: 'double' };
      case 'bytes':
        return { type: 'string', format: 'byte' };
      case 'list':
        return { type: 'array', items: this.#itemSchema(shape.item) };
      case 'map':
        return { type: 'object', additionalProperties: this.#itemSchema(shape.value) };
      case 'message':
        this.add(shape.message());
        return this.#reference(shape.message().name);
      case 'alternative':
        this.add(shape.message());
        return this.#special(alternativeForm(shape.or));
      case 'time':
      case 'microTime':
      case 'duration':
      case 'quantity':
      case 'intOrString':
      case 'fieldsV1':
      case 'rawExtension':
      case 'json':
        return this.#special(specialForm(shape.kind));
    }
  }

  #itemSchema(shape: Shape): SchemaObject {
    return this.#schemaOf(shape, this.#dialect.showsDefaults ? withDefault(openApiZero(shape)) : {});
  }

  #special({ name, definition }: SpecialForm): SchemaObject {
    this.#found.set(name, definition);
    return this.#reference(name);
  }

  #reference(name: string): SchemaObject {
    return { $ref: `${this.#dialect.referencePrefix}${name}` };
  }

  #extension(name: string): `x-${string}` {
    return `${this.#dialect.extensionPrefix}${name}`;
  }
}

function described(about: string | undefined): SchemaObject {
  return about === undefined ? {} : { description: about };
}

function withDefault(value: unknown): SchemaObject {
  return value === undefined ? {} : { default: value };
}

function plainKind({ group, kind, version }: GroupVersionKind): GroupVersionKind {
  return { group, kind, version };
}

function withoutValues(schema: SchemaObject, hidden: readonly unknown[] | undefined): SchemaObject {
  if (hidden === undefined) return schema;
  const { enum: values, items } = schema;
  return {
    ...schema,
    ...(values && { enum: values.filter((value) => !hidden.includes(value)) }),
    ...(items && { items: withoutValues(items, hidden) }),
  };
}

/** The value of an unset field, as far as JSON shows it. */
function defaultOf(field: Field): unknown {
  if (field.default !== undefined) return field.default;
  if (field.presence === 'pointer') return undefined;
  const { kind } = field.shape;
  const isStruct = kind === 'message' || kind === 'time' || kind === 'quantity' || kind === 'intOrString';
  return field.isAlwaysWritten || isStruct ? openApiZero(field.shape) : undefined;
}
