/**
 * The TypeScript type of what a declaration declares.
 *
 * Objects are held in memory in the canonical form that decoding gives: an empty field
 * that is not always written is absent, nested messages that are not pointers
 * are always there, and a field that is always written is there even when null.
 */
import type {
  Field,
  Fields,
  InlineField,
  Message,
  PointerField,
  ValueField,
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
  MessageShape,
  QuantityShape,
  Shape,
  StringShape,
  TimeShape,
} from './descriptor.ts';
import type { JsonValue } from './json-value.ts';

export type ValueOf<S extends Shape> = S extends StringShape | BytesShape | DurationShape | QuantityShape
  ? string
  : S extends TimeShape
    ? string | null
    : S extends BoolShape
      ? boolean
      : S extends DoubleShape
        ? number
        : S extends IntegerShape
          ? S['kind'] extends 'int32'
            ? number
            : number | bigint
          : S extends IntOrStringShape
            ? number | string
            : S extends ListShape<infer Item>
              ? ValueOf<Item>[]
              : S extends MapShape<infer Value>
                ? Record<string, ValueOf<Value>>
                : S extends MessageShape<infer M>
                  ? TypeOf<M>
                  : S extends FreeFormShape | AlternativeShape
                    ? JsonValue
                    : never;

/** Shapes that are never absent: their empty value is `{}`, `"0"`, `0` or null. */
type SolidShape = MessageShape | QuantityShape | IntOrStringShape | DurationShape;

type MayBeNull = ListShape | MapShape | BytesShape | FreeFormShape | AlternativeShape;

type SolidKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends ValueField<infer S, infer Always>
    ? Always extends true
      ? K
      : S extends SolidShape | TimeShape | FreeFormShape
        ? K
        : never
    : F[K] extends PointerField<Shape, true>
      ? K
      : never;
}[keyof F];

type InlineKeys<F extends Fields> = { [K in keyof F]: F[K] extends InlineField ? K : never }[keyof F];

type FieldValue<F extends Field> =
  F extends PointerField<infer S, infer Always>
    ? Always extends true
      ? ValueOf<S> | null
      : ValueOf<S>
    : F extends ValueField<infer S, infer Always>
      ? Always extends true
        ? S extends MayBeNull
          ? ValueOf<S> | null
          : ValueOf<S>
        : ValueOf<S>
      : never;

type Own<F extends Fields> = {
  -readonly [K in Exclude<SolidKeys<F>, InlineKeys<F>>]: FieldValue<F[K]>;
} & {
  -readonly [K in Exclude<keyof F, SolidKeys<F> | InlineKeys<F>>]?: FieldValue<F[K]>;
};

type Inlined<F extends Fields> = {
  [K in InlineKeys<F>]: F[K] extends InlineField<infer M> ? TypeOf<M> : never;
}[InlineKeys<F>];

type Both<A> = (A extends unknown ? (value: A) => void : never) extends (value: infer R) => void ? R : never;

export type ObjectOf<F extends Fields> = [InlineKeys<F>] extends [never] ? Own<F> : Own<F> & Both<Inlined<F>>;

export interface TypeMeta {
  kind?: string;
  apiVersion?: string;
}

/** The type of a message's objects: `type Job = TypeOf<typeof JobMessage>`. */
export type TypeOf<M extends Message> = M extends Message<infer F> ? ObjectOf<F> & TypeMeta : never;
