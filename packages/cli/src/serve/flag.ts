/** Flags as data: their names are those that operators know from kube-apiserver, where it has them. */

export type FlagKind = 'text' | 'count' | 'duration' | 'switch' | 'list' | 'settings';

export interface FlagValues {
  readonly text: string;
  readonly count: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly switch: boolean;
  /** Separated by commas, or given several times. */
  readonly list: readonly string[];
  /** `key=value` pairs; a key alone is `true`. */
  readonly settings: ReadonlyMap<string, string>;
}

export interface Flag<K extends FlagKind = FlagKind> {
  readonly kind: K;
  readonly group: string;
  /** The placeholder for the value in the help. */
  readonly value?: string;
  readonly about: string;
  /** Lines of help below it, such as what it may be set to. */
  readonly lines?: readonly string[];
  /** Undefined where the absence of the flag has a meaning of its own. */
  readonly default?: FlagValues[K];
  /** As the help shows it, where the value itself says little. */
  readonly defaultText?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly oneOf?: readonly string[];
}

/** The value of a flag: possibly none, unless it has a default. */
export type FlagValue<F extends Flag> = F extends { readonly default: unknown }
  ? FlagValues[F['kind']]
  : FlagValues[F['kind']] | undefined;

export type ValuesOf<Flags extends Readonly<Record<string, Flag>>> = {
  readonly [Name in keyof Flags]: FlagValue<Flags[Name]>;
};
