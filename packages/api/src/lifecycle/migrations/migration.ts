/**
 * The changes for the authors of a kind when its old versions go: sentences for the page of migrations, and the places
 * in an object where its author has to decide. Conversions do the rest.
 */

/** An object of an old version in canonical form, without defaults. */
export type OldObject = Readonly<Record<string, unknown>>;

export interface NotableChange {
  /** For people: a sentence about the new version. */
  readonly text: string;
  /** The versions it is about; all of the migration when absent. */
  readonly versions?: readonly string[];
  /** Returns `path: what to decide` for each place in an object. Absent where a conversion needs no decision. */
  readonly decide?: (object: OldObject) => readonly string[];
}

export interface Migration {
  readonly kinds: readonly string[];
  /** As in `apiVersion`, with `{domain}`. */
  readonly from: readonly string[];
  readonly changes: readonly NotableChange[];
}

/** The value at a path of keys; undefined where there is none. */
export function valueAt(object: unknown, path: string): unknown {
  let value = object;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as OldObject)[key];
  }
  return value;
}

/** The items of a list at a path, each with its own path. */
export function itemsAt(object: unknown, path: string, at = ''): readonly (readonly [item: unknown, path: string])[] {
  const value = valueAt(object, path);
  if (!Array.isArray(value)) return [];
  return value.map((item: unknown, index) => [item, `${at}${path}[${String(index)}]`] as const);
}

/** A decision about a field that was left to its default. */
export function whereAbsent(path: string, advice: string): (object: OldObject) => readonly string[] {
  return (object) => (isAbsent(valueAt(object, path)) ? [`${path}: ${advice}`] : []);
}

export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
