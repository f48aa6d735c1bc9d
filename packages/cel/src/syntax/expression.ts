/** The syntax tree. Macros are nodes of their own, so that later passes see a loop and not its expansion. */
import type { CelValue } from '../values/value.ts';

interface Place {
  /** The offset in the source, in UTF-16 units. */
  readonly at: number;
  /** The height of the tree below: it bounds the recursion of every pass. */
  readonly height: number;
}

export type ComprehensionMacro = 'all' | 'exists' | 'exists_one' | 'map' | 'filter';

export interface LiteralExpression extends Place {
  readonly kind: 'literal';
  readonly value: CelValue;
}

export interface NameExpression extends Place {
  readonly kind: 'name';
  readonly name: string;
}

export interface SelectExpression extends Place {
  readonly kind: 'select';
  readonly operand: CelExpression;
  readonly field: string;
  /** The argument of `has()`. */
  readonly isTest: boolean;
}

export interface CallExpression extends Place {
  readonly kind: 'call';
  readonly name: string;
  readonly target: CelExpression | undefined;
  readonly args: readonly CelExpression[];
}

export interface ListExpression extends Place {
  readonly kind: 'list';
  readonly items: readonly CelExpression[];
}

export interface MapEntry {
  readonly at: number;
  readonly key: CelExpression;
  readonly value: CelExpression;
}

export interface MapExpression extends Place {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
}

/** The construction of a message, which no type of a schema allows. */
export interface MessageExpression extends Place {
  readonly kind: 'message';
  readonly name: string;
}

export interface ComprehensionExpression extends Place {
  readonly kind: 'comprehension';
  readonly macro: ComprehensionMacro;
  readonly range: CelExpression;
  readonly variable: string;
  readonly predicate: CelExpression | undefined;
  readonly transform: CelExpression | undefined;
}

export type CelExpression =
  | LiteralExpression
  | NameExpression
  | SelectExpression
  | CallExpression
  | ListExpression
  | MapExpression
  | MessageExpression
  | ComprehensionExpression;
