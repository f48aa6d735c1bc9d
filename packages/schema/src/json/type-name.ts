/** The names that types go by in messages about a value of the wrong type: `int64`, `[]string`, `v1.PodSpec`. */
import type { Message, Shape } from '../language/descriptor.ts';

export function typeName(shape: Shape): string {
  switch (shape.kind) {
    case 'string':
      return shape.typeName ?? 'string';
    case 'time':
    case 'microTime':
    case 'duration':
    case 'quantity':
      return 'string';
    case 'bool':
    case 'int32':
    case 'int64':
      return shape.kind;
    case 'double':
      return 'float64';
    case 'bytes':
      return '[]uint8';
    case 'intOrString':
      return 'int32';
    case 'fieldsV1':
      return 'v1.FieldsV1';
    case 'rawExtension':
      return 'runtime.RawExtension';
    case 'json':
      return 'interface {}';
    case 'list':
      return `[]${typeName(shape.item)}`;
    case 'map':
      return `map[string]${itemName(shape.value)}`;
    case 'message':
    case 'alternative':
      return messageTypeName(shape.message());
  }
}

/** Quantities are a type of their own where they are not the value in question. */
function itemName(shape: Shape): string {
  return shape.kind === 'quantity' ? 'resource.Quantity' : typeName(shape);
}

/** `v1.PodSpec` for `io.k8s.api.core.v1.PodSpec`. */
function messageTypeName(message: Message): string {
  return message.name.split('.').slice(-2).join('.');
}

/** `PodSpec` */
export function structName(message: Message): string {
  return message.name.slice(message.name.lastIndexOf('.') + 1);
}
