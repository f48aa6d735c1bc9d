/** A description of an API, as the laws compare it: the fields and paths of each version of each kind. */
import type { Release } from '@keelson/schema';

export interface FieldDescription {
  readonly type: string;
  /** As JSON; undefined where there is none. */
  readonly default: string | undefined;
  /** The allowed values as JSON; empty for a field that takes any value of its type. */
  readonly values: readonly string[];
  readonly isRequired: boolean;
  readonly takesNull: boolean;
  /** Unknown fields below it are stored (`x-kubernetes-preserve-unknown-fields`). */
  readonly keepsUnknown: boolean;
  /** `maxLength`, `minimum` and so on. */
  readonly limits: ReadonlyMap<string, number>;
  /** Patterns, and rules in CEL. */
  readonly rules: readonly string[];
}

export interface VersionDescription {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** By their paths, with `[]` behind lists and `{}` behind maps; the object itself has the empty path. */
  readonly fields: ReadonlyMap<string, FieldDescription>;
  readonly isServed: boolean;
  readonly isDeprecated: boolean;
  /** For built-in kinds, the release of the calendar, which may be later than the description. */
  readonly deprecatedIn?: Release;
  /** Undefined where the description does not tell. */
  readonly isStored: boolean | undefined;
  /** Objects may still be stored in it. */
  readonly wasStored: boolean;
  /** The other promises of a definition: its scope, the names in its paths, its subresources. */
  readonly promises: ReadonlySet<string>;
}

/** The verbs of a path, by the path. */
export type PathDescription = ReadonlyMap<string, ReadonlySet<string>>;

export interface ApiDescription {
  /** The release of a document of this API. */
  readonly release?: Release;
  /** The served ones, by group, kind and version. */
  readonly versions: ReadonlyMap<string, VersionDescription>;
  /** The keys of all versions that can be decoded, served or not. */
  readonly decoded: ReadonlySet<string>;
  readonly paths: PathDescription;
}

export function keyOf({ group, kind, version }: Pick<VersionDescription, 'group' | 'kind' | 'version'>): string {
  return `${group} ${kind} ${version}`;
}
