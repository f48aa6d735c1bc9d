/** Quota rules of a kind: the usage of its objects, and the quota scopes that they match. */

/** A test of one scope: `Exists` for a scope that is named without a test. */
export interface ScopeRequirement {
  readonly scopeName: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** Beside the number of objects, `count/<plural>.<group>`, which every kind has. Amounts are quantities by name. */
export interface QuotaRules<T = never> {
  /** True for the names of amounts that objects of the kind may use. */
  readonly counts: (name: string) => boolean;
  /** At a moment, in milliseconds since 1970. Amounts that `counts` does not know are left out. */
  readonly usageOf: (object: T, nowMs: number) => ReadonlyMap<string, string>;
  /** An update is charged for what it adds. Absent: creates alone are. */
  readonly chargesUpdates?: true;
  /** The amounts of these names that the object has to state and does not, as a clause. Absent: it need not state any. */
  readonly findUnstated?: (object: T, names: ReadonlySet<string>) => string | undefined;
  /** Absent: an object fits no scope, so that quotas with scopes do not count it. */
  readonly fitsScope?: (object: T, requirement: ScopeRequirement) => boolean;
}
