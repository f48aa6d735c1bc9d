/**
 * Words for fields. The order of a message's fields is the order of its JSON; the
 * number is protobuf's.
 */
import type {
  Field,
  FieldRules,
  InlineField,
  Message,
  PointerField,
  Presence,
  ShapeLike,
  ShapeOf,
  ValueField,
} from './descriptor.ts';
import { toShape } from './shape.ts';

/** A field that is left out of JSON when it is empty. */
export function field<L extends ShapeLike>(number: number, like: L, rules: FieldRules = {}) {
  return make(number, like, rules, { presence: 'value', isRequired: false, isAlwaysWritten: false });
}

/** A field whose absence means something else than its zero value. */
export function optional<L extends ShapeLike>(number: number, like: L, rules: FieldRules = {}) {
  return make(number, like, rules, { presence: 'pointer', isRequired: false, isAlwaysWritten: false });
}

/** A field that clients have to give and that JSON always shows. */
export function required<L extends ShapeLike>(number: number, like: L, rules: FieldRules = {}) {
  return make(number, like, rules, { presence: 'value', isRequired: true, isAlwaysWritten: true });
}

/** A field that clients have to give and that is null when they did not. */
export function requiredPointer<L extends ShapeLike>(number: number, like: L, rules: FieldRules = {}) {
  return make(number, like, rules, { presence: 'pointer', isRequired: true, isAlwaysWritten: true });
}

/** A field that clients may leave out and that JSON shows all the same, as its zero value. */
export function shown<L extends ShapeLike>(number: number, like: L, rules: FieldRules = {}) {
  return make(number, like, rules, { presence: 'value', isRequired: false, isAlwaysWritten: true });
}

/** A field that clients may leave out and that JSON then shows as null. */
export function nullable<L extends ShapeLike>(number: number, like: L, rules: FieldRules = {}) {
  return make(number, like, rules, { presence: 'pointer', isRequired: false, isAlwaysWritten: true });
}

/** The fields of another message, in line; nested only in protobuf. */
export function inline<M extends Message>(number: number, message: M): InlineField<M> {
  return {
    number,
    shape: { kind: 'message', message: () => message },
    presence: 'inline',
    isRequired: false,
    isAlwaysWritten: true,
  };
}

interface Writing<P extends Presence, Always extends boolean> {
  readonly presence: P;
  readonly isRequired: boolean;
  readonly isAlwaysWritten: Always;
}

function make<L extends ShapeLike, P extends 'value' | 'pointer', Always extends boolean>(
  number: number,
  like: L,
  rules: FieldRules,
  writing: Writing<P, Always>,
): P extends 'value' ? ValueField<ShapeOf<L>, Always> : PointerField<ShapeOf<L>, Always> {
  const made: Field = { number, shape: toShape(like), ...rules, ...writing };
  return made as P extends 'value' ? ValueField<ShapeOf<L>, Always> : PointerField<ShapeOf<L>, Always>;
}
