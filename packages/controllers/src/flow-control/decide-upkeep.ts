/** The annotation by which users say whether the server keeps the spec of a suggested object up to date. */

/** As the field's clients write booleans. */
const truths = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const falsehoods = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False']);

export function isKeptUp(value: string | undefined): boolean {
  return value !== undefined && truths.has(value);
}

export interface Suggested {
  /** Of the annotation. */
  readonly value: string | undefined;
  readonly generation: number | undefined;
  readonly isAsWanted: boolean;
}

/**
 * Without the annotation, an object whose spec was changed before is its user's. A value that says neither counts as
 * consent.
 */
export function decideUpkeep({ value, generation, isAsWanted }: Suggested): boolean {
  if (value === undefined) return generation === 1 || (generation === undefined && isAsWanted);
  return !falsehoods.has(value);
}
