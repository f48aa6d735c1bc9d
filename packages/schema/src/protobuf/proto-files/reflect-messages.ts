/**
 * Messages as protobufjs describes them, in packages that follow their names. Built from declarations alone, without
 * the encoder, so that the two can be held against each other.
 */
import protobuf from 'protobufjs';

import type { AlternativeShape, Field, Message, Shape } from '../../language/descriptor.ts';
import { alternativeForm, specialForm } from '../../openapi/special-forms.ts';
import type { PlainField, PlainFields } from './plain-fields.ts';
import { runtimeMessages } from './runtime-messages.ts';

/** The messages, all that they refer to, and the envelope and the event that every answer may come in. */
export function reflectMessages(messages: Iterable<Message>): protobuf.Root {
  const root = new protobuf.Root();
  for (const [name, fields] of Object.entries(runtimeMessages)) addPlain(root, name, fields);
  for (const message of messages) addMessage(root, message);
  root.resolveAll();
  return root;
}

/** An identifier for what JSON calls `$ref` or `x-kubernetes-int-or-string`. */
export function protoFieldName(jsonName: string): string {
  return jsonName.replace(/^\$/, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Names of messages, where they have dashes, as in `kube-aggregator`, which protobuf does not take. */
function identifierOf(name: string): string {
  return name.replaceAll('-', '_');
}

function addPlain(root: protobuf.Root, name: string, fields: PlainFields): string {
  if (isKnown(root, name)) return name;
  const type = defineType(root, name, undefined);
  for (const [key, field] of Object.entries(fields)) addField(type, key, field);
  return name;
}

function isKnown(root: protobuf.Root, name: string): boolean {
  return root.lookup(identifierOf(name), protobuf.Type) !== null;
}

function defineType(root: protobuf.Root, name: string, about: string | undefined): protobuf.Type {
  const path = identifierOf(name).split('.');
  const type = new protobuf.Type(path.at(-1) ?? name);
  type.comment = about ?? null;
  const parent = path.length === 1 ? root : root.define(path.slice(0, -1));
  parent.add(type);
  return type;
}

function addField(type: protobuf.Type, key: string, field: PlainField, about?: string): void {
  const rule = field.isRepeated === true ? 'repeated' : 'optional';
  add(type, key, new protobuf.Field(protoFieldName(key), field.number, field.type, rule), about);
}

function add(type: protobuf.Type, key: string, field: protobuf.FieldBase, about: string | undefined): void {
  if (field.name !== key) field.setOption('json_name', key);
  // The wire has one tag for each item, as protobuf 2 writes lists.
  if (field.repeated) field.setOption('packed', false);
  field.comment = about ?? null;
  type.add(field);
}

function addMessage(root: protobuf.Root, message: Message): string {
  if (isKnown(root, message.name)) return message.name;
  const type = defineType(root, message.name, message.about);
  for (const [key, field] of Object.entries(message.fields)) addDeclared(root, type, key, field);
  return message.name;
}

function addDeclared(root: protobuf.Root, type: protobuf.Type, key: string, { number, shape, about }: Field): void {
  if (shape.kind === 'map') {
    const field = new protobuf.MapField(protoFieldName(key), number, 'string', absolute(typeOf(root, shape.value)));
    add(type, key, field, about);
  } else if (shape.kind === 'list' && shape.isWrapped !== true) {
    addField(type, key, { number, type: absolute(typeOf(root, shape.item)), isRepeated: true }, about);
  } else addField(type, key, { number, type: absolute(typeOf(root, shape)) }, about);
}

/** Names without a dot are scalars. */
function absolute(type: string): string {
  return type.includes('.') ? `.${identifierOf(type)}` : type;
}

function typeOf(root: protobuf.Root, shape: Shape): string {
  switch (shape.kind) {
    case 'string':
    case 'bool':
    case 'int32':
    case 'int64':
    case 'double':
    case 'bytes':
      return shape.kind;
    case 'time':
    case 'microTime':
      return addSpecial(root, shape.kind, {
        seconds: { number: 1, type: 'int64' },
        nanos: { number: 2, type: 'int32' },
      });
    case 'duration':
      return addSpecial(root, shape.kind, { duration: { number: 1, type: 'int64' } });
    case 'quantity':
      return addSpecial(root, shape.kind, { string: { number: 1, type: 'string' } });
    case 'intOrString':
      return addSpecial(root, shape.kind, {
        type: { number: 1, type: 'int64' },
        intVal: { number: 2, type: 'int32' },
        strVal: { number: 3, type: 'string' },
      });
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
      return addSpecial(root, shape.kind, { raw: { number: 1, type: 'bytes' } });
    case 'message':
      return addMessage(root, shape.message());
    case 'list':
      return addWrapped(root, typeOf(root, shape.item));
    case 'map':
      throw new Error('no maps of maps');
    case 'alternative':
      return addAlternative(root, shape);
  }
}

function addSpecial(root: protobuf.Root, kind: Parameters<typeof specialForm>[0], fields: PlainFields): string {
  return addPlain(root, specialForm(kind).name, fields);
}

/** A list that is a message of its own, so that an absent list differs from an empty one. */
function addWrapped(root: protobuf.Root, item: string): string {
  const name = `io.keelson.ListOf${(item.split('.').at(-1) ?? item).replace(/^./, (letter) => letter.toUpperCase())}`;
  return addPlain(root, name, { items: { number: 1, type: absolute(item), isRepeated: true } });
}

function addAlternative(root: protobuf.Root, { message, or }: AlternativeShape): string {
  const one = absolute(addMessage(root, message()));
  const { name } = alternativeForm(or);
  if (or === 'bool') {
    return addPlain(root, name, { allows: { number: 1, type: 'bool' }, schema: { number: 2, type: one } });
  }
  const item = or === 'stringList' ? 'string' : one;
  return addPlain(root, name, {
    schema: { number: 1, type: one },
    items: { number: 2, type: item, isRepeated: true },
  });
}
