/** The steps of a JSON path, as kubectl knows them. Each takes values and finds further ones in them. */
import type { JsonNumber } from '@keelson/schema';

export type Step =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'wildcard' }
  /** Values at every depth. */
  | { readonly kind: 'descend' }
  | SliceStep
  | { readonly kind: 'union'; readonly paths: readonly (readonly Step[])[] }
  | FilterStep
  | { readonly kind: 'literal'; readonly value: string | boolean | JsonNumber }
  /** A word that is no field: evaluation fails. */
  | { readonly kind: 'word' };

/** Items of a list; a negative place counts from the end. */
export interface SliceStep {
  readonly kind: 'slice';
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** `to` follows from `from`: one item is meant. */
  readonly isOne: boolean;
  readonly by: number | undefined;
}

/** Items of a list for which two paths compare; without an operator, those in which the first finds something. */
export interface FilterStep {
  readonly kind: 'filter';
  readonly left: readonly Step[];
  readonly operator: string | undefined;
  readonly right: readonly Step[];
}

export type PathResult =
  { readonly ok: true; readonly steps: readonly Step[] } | { readonly ok: false; readonly message: string };
