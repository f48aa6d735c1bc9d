/** The tree after the checker: names are slots, calls know their overloads, every node has a type. */
import type { CelOverload } from '../functions/overload.ts';
import type { ComprehensionMacro } from '../syntax/expression.ts';
import type { CelType } from '../typing/cel-type.ts';
import type { CelValue } from '../values/value.ts';

export interface TypedLiteral {
  readonly kind: 'literal';
  readonly type: CelType;
  readonly value: CelValue;
}

/** Slot 0 is `self`, slot 1 is `oldSelf`, the variables of loops follow. */
export interface TypedVariable {
  readonly kind: 'variable';
  readonly type: CelType;
  readonly slot: number;
}

export interface TypedSelect {
  readonly kind: 'select';
  readonly type: CelType;
  readonly operand: TypedExpression;
  readonly field: string;
  readonly isTest: boolean;
}

export interface TypedCall {
  readonly kind: 'call';
  readonly type: CelType;
  readonly name: string;
  /** Those that fit; several only if the type of an argument is not known. */
  readonly overloads: readonly CelOverload[];
  /** The target of a member first. */
  readonly args: readonly TypedExpression[];
}

export interface TypedList {
  readonly kind: 'list';
  readonly type: CelType;
  readonly items: readonly TypedExpression[];
}

export interface TypedMap {
  readonly kind: 'map';
  readonly type: CelType;
  readonly entries: readonly (readonly [key: TypedExpression, value: TypedExpression])[];
}

export interface TypedComprehension {
  readonly kind: 'comprehension';
  readonly type: CelType;
  readonly macro: ComprehensionMacro;
  readonly range: TypedExpression;
  readonly slot: number;
  readonly predicate: TypedExpression | undefined;
  readonly transform: TypedExpression | undefined;
}

export type TypedExpression =
  TypedLiteral | TypedVariable | TypedSelect | TypedCall | TypedList | TypedMap | TypedComprehension;

export const selfSlot = 0;
export const oldSelfSlot = 1;
export const firstLoopSlot = 2;
