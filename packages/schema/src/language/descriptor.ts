/**
 * Descriptors: what a declaration is, as plain data. Shapes say what a value can
 * be, fields add a number, a presence, a default and the topology that decides how
 * writers share it, messages are named, ordered sets of fields.
 *
 * The three refer to each other and so share a file. They hold nothing compiled:
 * every reader is a free function over them, switches exhaustively, and keeps what
 * it compiles in a cache of its own.
 */
import type { Report } from './report.ts';
import type { StructuralSchema } from './structural-schema.ts';

/** A named rule for strings; `check` returns the faults, in the wording of the API. */
export interface StringFormat {
  readonly name: string;
  readonly check: (text: string) => readonly string[];
}

export interface StringShape {
  readonly kind: 'string';
  /** The name in decode errors, where the ecosystem's Go types give it one of its own. */
  readonly typeName?: string;
  /** The only values allowed; anything else is an "Unsupported value". */
  readonly enum?: readonly string[];
  /** Values that are usual; documented, never enforced. */
  readonly known?: readonly string[];
  /** The known values are all there are; hooks refuse others, in their own words or place. */
  readonly isClosed?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: StringFormat;
}

export interface BoolShape {
  readonly kind: 'bool';
}

/** `int64` values beyond 2^53 are `bigint` in memory, so none is ever rounded. */
export interface IntegerShape<K extends 'int32' | 'int64' = 'int32' | 'int64'> {
  readonly kind: K;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface DoubleShape {
  readonly kind: 'double';
}

/** Base64 text in memory and in JSON, raw bytes in protobuf. */
export interface BytesShape {
  readonly kind: 'bytes';
}

/** `time` is RFC 3339 to the second, `microTime` to the microsecond; both UTC, both null when zero. */
export interface TimeShape {
  readonly kind: 'time' | 'microTime';
}

/** Written as hours, minutes and seconds (`1h30m0s`), an int64 of nanoseconds in protobuf. */
export interface DurationShape {
  readonly kind: 'duration';
}

/** A fixed-point number with a suffix, such as `250m` or `1Gi`; kept in canonical form. */
export interface QuantityShape {
  readonly kind: 'quantity';
}

export interface IntOrStringShape {
  readonly kind: 'intOrString';
}

/**
 * JSON without a schema of ours. `fieldsV1` is a set of fields, `rawExtension` an
 * embedded object of any kind, `json` any value at all. Protobuf carries the JSON text.
 */
export interface FreeFormShape {
  readonly kind: 'fieldsV1' | 'rawExtension' | 'json';
}

export interface ListShape<Item extends Shape = Shape> {
  readonly kind: 'list';
  readonly item: Item;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** The list is a message of its own in protobuf, with the items in its field 1. */
  readonly isWrapped?: boolean;
}

export interface MapShape<Value extends Shape = Shape> {
  readonly kind: 'map';
  readonly value: Value;
  readonly keyFormat?: StringFormat;
}

export interface MessageShape<M extends Message = Message> {
  readonly kind: 'message';
  /** A thunk, because messages may contain themselves. */
  readonly message: () => M;
}

/** A message in one JSON form, an alternative in the other: `true`, or a list. Protobuf tells them apart by field. */
export interface AlternativeShape {
  readonly kind: 'alternative';
  readonly message: () => Message;
  /** `bool` has `allows` in field 1 and the message in 2; the others have the message in 1 and the list in 2. */
  readonly or: 'bool' | 'messageList' | 'stringList';
}

export type Shape =
  | StringShape
  | BoolShape
  | IntegerShape
  | DoubleShape
  | BytesShape
  | TimeShape
  | DurationShape
  | QuantityShape
  | IntOrStringShape
  | FreeFormShape
  | ListShape
  | MapShape
  | MessageShape
  | AlternativeShape;

/** Declarations may write a message where a shape is expected: it stands for its own shape. */
export type ShapeLike = Shape | Message;

export type ShapeOf<L extends ShapeLike> = L extends Shape ? L : L extends Message ? MessageShape<L> : never;

/**
 * `value`: unset and zero are the same. `pointer`: unset is told from zero.
 * `inline`: a message whose fields appear in the JSON of its parent.
 */
export type Presence = 'value' | 'pointer' | 'inline';

export type DefaultValue = string | number | boolean | { readonly [key: string]: never };

/** The words of the API, verbatim, as they appear in OpenAPI extensions. */
export interface Topology {
  readonly listType?: 'atomic' | 'set' | 'map';
  readonly listMapKeys?: readonly string[];
  readonly mapType?: 'atomic' | 'granular';
  readonly structType?: 'atomic' | 'granular';
  readonly patchStrategy?: 'merge' | 'replace' | 'retainKeys' | 'merge,retainKeys';
  readonly patchMergeKey?: string;
}

export interface FieldRules extends Topology {
  readonly default?: DefaultValue;
  /** The field must not be empty when its message is there: "Required value", with this detail if one is given. */
  readonly notEmpty?: true | string;
  /** The rules of what is in it do not apply here: it is checked where it is used. */
  readonly isUnchecked?: true;
  /** While this feature gate is off, the field is dropped from new objects, and kept on those that use it. */
  readonly featureGate?: string;
  /** Given values become this one while the gate is off, instead of being dropped; it uses nothing of the feature. */
  readonly valueWhileOff?: string;
  /** For `metadata`: only annotations with this prefix are dropped. */
  readonly gatedAnnotations?: { readonly prefix: string; readonly featureGate: string };
  /** Other names that input may use. They are never written, and the name wins where both are given. */
  readonly aliases?: readonly string[];
  /** One line for people: what it means, in the reference and in `kubectl explain`. */
  readonly about?: string;
}

export interface Field<S extends Shape = Shape> extends FieldRules {
  readonly number: number;
  readonly shape: S;
  readonly presence: Presence;
  /** Listed as required in OpenAPI. Whether an empty value is refused is `notEmpty`. */
  readonly isRequired: boolean;
  /** Written in JSON even when empty: zero, `""` or null. */
  readonly isAlwaysWritten: boolean;
}

export interface ValueField<S extends Shape, Always extends boolean> extends Field<S> {
  readonly presence: 'value';
  readonly isAlwaysWritten: Always;
}

export interface PointerField<S extends Shape, Always extends boolean> extends Field<S> {
  readonly presence: 'pointer';
  readonly isAlwaysWritten: Always;
}

export interface InlineField<M extends Message = Message> extends Field {
  readonly presence: 'inline';
  readonly shape: { readonly kind: 'message'; readonly message: () => M };
}

export type Fields = Readonly<Record<string, Field>>;

export interface MessageRules<T = never> {
  /** One line for people. */
  readonly about?: string;
  /**
   * Of a custom resource: the schema of whole objects. Fields besides those declared are kept as it says. A thunk,
   * because it is read from its definition when it is first needed.
   */
  readonly structuralSchema?: () => StructuralSchema;
  /** A kind of the API: JSON carries `kind` and `apiVersion`, protobuf leaves them to its envelope. */
  readonly hasTypeMeta?: boolean;
  /** Every field that holds this message is owned whole, by one manager. */
  readonly structType?: 'atomic' | 'granular';
  /** The rules that `validate` enforces, a sentence each, for the reference. */
  readonly rules?: readonly string[];
  /** Rules across fields. Paths in the report are relative to this message. */
  readonly validate?: (value: T, report: Report) => void;
  /** Defaults that depend on other fields; runs after the fields' own defaults and before the nested messages'. */
  readonly applyDefaults?: (value: T) => void;
}

export interface Message<F extends Fields = Fields> {
  /** The full name, which is also the name of the definition in OpenAPI. */
  readonly name: string;
  readonly fields: F;
  readonly about?: string;
  readonly hasTypeMeta: boolean;
  readonly structType: 'atomic' | 'granular';
  readonly structuralSchema?: () => StructuralSchema;
  readonly rules?: readonly string[];
  // A method, so that a message of a narrower type stands where any message is meant.
  validate?(value: unknown, report: Report): void;
  applyDefaults?(value: unknown): void;
}
