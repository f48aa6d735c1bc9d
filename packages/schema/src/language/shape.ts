/** Words for shapes: `string`, `list(...)`, `oneOf(...)`. */
import type {
  AlternativeShape,
  BoolShape,
  BytesShape,
  DoubleShape,
  DurationShape,
  FreeFormShape,
  IntegerShape,
  IntOrStringShape,
  ListShape,
  MapShape,
  Message,
  MessageShape,
  QuantityShape,
  Shape,
  ShapeLike,
  ShapeOf,
  StringShape,
  TimeShape,
} from './descriptor.ts';

export function toShape<L extends ShapeLike>(like: L): ShapeOf<L> {
  const shape: Shape = 'fields' in like ? { kind: 'message', message: () => like } : like;
  return shape as ShapeOf<L>;
}

export const bool: BoolShape = { kind: 'bool' };
export const double: DoubleShape = { kind: 'double' };
export const bytes: BytesShape = { kind: 'bytes' };
export const time: TimeShape = { kind: 'time' };
export const microTime: TimeShape = { kind: 'microTime' };
export const duration: DurationShape = { kind: 'duration' };
export const quantity: QuantityShape = { kind: 'quantity' };
export const intOrString: IntOrStringShape = { kind: 'intOrString' };
export const fieldsV1: FreeFormShape = { kind: 'fieldsV1' };
export const rawExtension: FreeFormShape = { kind: 'rawExtension' };
export const json: FreeFormShape = { kind: 'json' };
export const string: StringShape = { kind: 'string' };
export const int32: IntegerShape<'int32'> = { kind: 'int32' };
export const int64: IntegerShape<'int64'> = { kind: 'int64' };

export function text(rules: Omit<StringShape, 'kind'>): StringShape {
  return { kind: 'string', ...rules };
}

/** A string whose type has a name in Go, which decode errors say: `v1.CompletionMode`. */
export function named(typeName: string, shape: StringShape): StringShape {
  return { ...shape, typeName };
}

export const uid = named('types.UID', string);

/** A string that must be one of `values`. */
export function oneOf(...values: string[]): StringShape {
  return { kind: 'string', enum: values };
}

/** A string that usually is one of `values`, but may be another. */
export function usually(...values: string[]): StringShape {
  return { kind: 'string', known: values };
}

/** A string that is one of `values`, as documents say; what refuses others is a hook. */
export function listed(...values: string[]): StringShape {
  return { kind: 'string', known: values, isClosed: true };
}

export function integer<K extends 'int32' | 'int64'>(kind: K, rules: Omit<IntegerShape, 'kind'>): IntegerShape<K> {
  return { kind, ...rules };
}

export function list<L extends ShapeLike>(
  item: L,
  rules: Omit<ListShape, 'kind' | 'item'> = {},
): ListShape<ShapeOf<L>> {
  return { kind: 'list', item: toShape(item), ...rules };
}

export function map<L extends ShapeLike>(value: L, rules: Omit<MapShape, 'kind' | 'value'> = {}): MapShape<ShapeOf<L>> {
  return { kind: 'map', value: toShape(value), ...rules };
}

/** Refers to a message that is declared later, or to the one being declared. */
export function lazy<M extends Message>(message: () => M): MessageShape<M> {
  return { kind: 'message', message };
}

export function either(message: () => Message, or: AlternativeShape['or']): AlternativeShape {
  return { kind: 'alternative', message, or };
}
