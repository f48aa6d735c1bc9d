/** Declarations for tests: every shape in every presence, and a message that contains itself. */
import { kind, message } from '../../language/declare.ts';
import type { Fields, Message, Shape } from '../../language/descriptor.ts';
import { field, inline, nullable, optional, required, requiredPointer, shown } from '../../language/field.ts';
import * as shapes from '../../language/shape.ts';

export const Part = message('test.Part', {
  zeta: field(2, shapes.string),
  alpha: required(1, shapes.string),
  weight: optional(3, shapes.int32),
});

export const Source = message('test.Source', {
  path: optional(1, shapes.string),
  part: optional(200, Part),
  labels: field(3, shapes.map(shapes.string)),
});

const words = shapes.list(shapes.string, { isWrapped: true });

export const everyShape: Readonly<Record<string, Shape>> = {
  string: shapes.string,
  bool: shapes.bool,
  int32: shapes.int32,
  int64: shapes.int64,
  double: shapes.double,
  bytes: shapes.bytes,
  time: shapes.time,
  microTime: shapes.microTime,
  duration: shapes.duration,
  quantity: shapes.quantity,
  intOrString: shapes.intOrString,
  fieldsV1: shapes.fieldsV1,
  rawExtension: shapes.rawExtension,
  json: shapes.json,
  words,
  part: shapes.toShape(Part),
  partOrBool: shapes.either(() => Part, 'bool'),
  partOrParts: shapes.either(() => Part, 'messageList'),
  partOrStrings: shapes.either(() => Part, 'stringList'),
};

const presences = { field, shown, required, optional, nullable, requiredPointer };

function fieldsOfEveryKind(): Fields {
  const fields: Record<string, Fields[string]> = {};
  // Numbers fall while declarations follow one another, so that order on the wire and in memory differ.
  let number = Object.keys(everyShape).length * (Object.keys(presences).length + 2);
  for (const [name, shape] of Object.entries(everyShape)) {
    for (const [presence, make] of Object.entries(presences)) {
      if (shape.kind === 'list' && presence.endsWith('ointer')) continue;
      fields[`${name}_${presence}`] = make(number--, shape);
    }
    if (shape.kind !== 'list') fields[`${name}_list`] = field(number--, shapes.list(shape));
    fields[`${name}_map`] = field(number--, shapes.map(shape));
  }
  return fields;
}

/** Every shape as a value, shown, required, a pointer, in a list and in a map. */
export const Everything: Message = kind('test.Everything', { ...fieldsOfEveryKind(), source: inline(1000, Source) });

/** A schema that holds schemas, in the three ways that the API has. */
export const Tree: Message = message('test.Tree', {
  name: field(1, shapes.string),
  child: optional(
    2,
    shapes.lazy(() => Tree),
  ),
  children: field(3, shapes.list(shapes.lazy(() => Tree))),
  named: field(4, shapes.map(shapes.lazy(() => Tree))),
  orBool: optional(
    5,
    shapes.either(() => Tree, 'bool'),
  ),
  orList: optional(
    6,
    shapes.either(() => Tree, 'messageList'),
  ),
});
