/**
 * Collects the issues that validation finds. Paths are relative: a rule names fields of
 * its own message, and the walk prefixes the path of that message to its issues, so
 * that a valid object costs no path at all.
 */

/** The reasons of the API's status causes. */
export type IssueCode =
  | 'FieldValueRequired'
  | 'FieldValueInvalid'
  | 'FieldValueDuplicate'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueNotFound'
  | 'FieldValueTypeInvalid'
  | 'InternalError';

export interface Issue {
  readonly code: IssueCode;
  /** In the API's notation, such as `spec.rules[0].subjects`. */
  path: string;
  /** In the API's wording, such as `Required value: subjects must contain at least one value`. */
  readonly message: string;
  /** An update may leave as it is what was stored with such issues. */
  readonly isRatcheted?: true;
}

/** The feature gates of a server, for rules that depend on one. */
export interface RuleGates {
  isOn(gate: string): boolean;
}

export interface Report {
  readonly issues: readonly Issue[];
  /** Undefined where there is no server, so that the defaults of the gates count. */
  readonly gates?: RuleGates | undefined;
  /** Further issues are dropped, so there is no use in looking for them. */
  readonly isFull: boolean;
  required(path: string, detail?: string): void;
  invalid(path: string, value: unknown, detail: string): void;
  duplicate(path: string, value: unknown): void;
  notSupported(path: string, value: unknown, supported: readonly string[]): void;
  notFound(path: string, value: unknown): void;
  forbidden(path: string, detail: string): void;
  tooLong(path: string, value: unknown, maxLength: number): void;
  tooMany(path: string, actual: number, max: number): void;
  /** The server could not find something out. */
  internal(path: string, detail: string): void;
  /** Takes over issues that were found elsewhere. */
  add(issues: readonly Issue[]): void;
  /** Runs `check` and puts `prefix` before the path of whatever it reports. */
  within(prefix: string, check: () => void): void;
}
