/**
 * Resources: the types that are served under a name in the URL. A resource states all that
 * generic code needs to know about a kind, so that no kind is named outside the
 * declarations.
 *
 * `{domain}` in a group stands for the configured domain; the scheme fills it in.
 */
import type { Lifecycle } from './lifecycle.ts';
import type { Message } from './descriptor.ts';
import type { TypeOf } from './infer.ts';
import type { Report } from './report.ts';

export type Verb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch';

export type Scope = 'Namespaced' | 'Cluster';

export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** A kind that has no resource of its own. */
export interface ServedKind extends GroupVersionKind, Printed {
  readonly message: Message;
}

export interface Subresource {
  readonly verbs: readonly Verb[];
  /** The kind it is served as; the resource's own when absent. */
  readonly servedAs?: ServedKind;
  /** Served as a Table too: with the columns of `servedAs`, or of the resource where there is none. */
  readonly isPrinted?: boolean;
  /**
   * Proxied to a kubelet, a container or a port. This server has none behind it: the subresource is in discovery, and
   * every method is refused with 405 before its body is read.
   */
  readonly isProxied?: boolean;
  /** A path may follow, which is for what the request is proxied to. */
  readonly takesPath?: boolean;
  /** Served as the resource itself, but only these fields are taken from a write: `status`, `spec.finalizers`. */
  readonly writes?: readonly string[];
  /** Served as another kind, whose objects are carried out on the resource's: makes the change, or says why not. */
  readonly carryOut?: (object: never, order: never, now: string) => OrderFault | undefined;
  /** Served as another kind, whose objects ask for a deletion: the DeleteOptions in them. */
  readonly deletes?: (order: never) => unknown;
  /** Served as another kind, whose objects ask for a token for the resource's object. */
  readonly issuesTokens?: boolean;
  /** For `scale`: where the replicas, the selector and the observed replicas live, as dotted paths. */
  readonly scale?: { readonly replicas: string; readonly observedReplicas: string; readonly selector: string };
}

/** Why an order cannot be carried out: the object is not as it should be, or the order is not. */
export interface OrderFault {
  readonly reason: 'conflict' | 'malformed';
  readonly message: string;
}

export type CellValue = string | number | bigint | boolean | null;

export interface ColumnContext {
  readonly now: Date;
}

export interface Column<T = never> {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format?: string;
  /** 0 is always printed, 1 only in the wide form. */
  readonly priority?: number;
  readonly about: string;
  /** The cell depends on the creation timestamp and the current time alone. */
  readonly ages?: boolean;
  readonly cell: (object: T, context: ColumnContext) => CellValue;
}

/** Applies to the whole row, such as that the object is completed. */
export interface RowCondition {
  readonly type: 'Completed';
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason?: string;
  readonly message?: string;
}

/** The declaration of a table's columns and row conditions. */
export interface Printed {
  /** Absent where the default columns (name and creation time) are printed. */
  readonly columns?: readonly Column[];
  readonly rowConditions?: (object: never) => readonly RowCondition[];
}

/** Hooks that run during a write; none of them may read the clock or the store. */
export interface ResourceHooks<T = never> {
  prepareForCreate?(object: T): void;
  prepareForUpdate?(object: T, old: T): void;
  /** Rules on the whole object, in addition to those of its messages. */
  validateCreate?(object: T, report: Report): void;
  validateUpdate?(object: T, old: T, report: Report): void;
  prepareForStatusUpdate?(object: T, old: T): void;
  validateStatusUpdate?(object: T, old: T, report: Report): void;
}

/**
 * Makes objects of a version into those of the storage version (the hub) and back,
 * losing nothing. Absent where the two have the same fields. May change its argument.
 */
export interface Conversion<T = never> {
  readonly toHub: (object: T) => unknown;
  readonly fromHub: (hub: never) => unknown;
}

/**
 * `access`: may the subject of the spec do this? `ownAccess`: may I? `ownRules`: what may
 * I? `self`: who am I? `token`: whose is this token?
 */
export type Question = 'access' | 'ownAccess' | 'ownRules' | 'self' | 'token';

/** Objects that a token may be bound to: the token becomes invalid when its object is deleted. */
export interface TokenBinding<T = never> {
  /** The name of the object's entry in the claims of a token. */
  readonly claim: string;
  /** Users authenticated by such a token carry the object's name and uid in their extra. */
  readonly isTold?: boolean;
  /** The account whose tokens alone may be bound to an object; any of its namespace when absent. */
  readonly accountOf?: (object: T) => string;
}

export interface NameRule {
  /**
   * Returns the faults of a name, in the API's wording; `isPrefix` for generateName, whose last
   * character may be a dash.
   */
  readonly check: (name: string, isPrefix: boolean) => readonly string[];
  readonly name: string;
}

export interface ResourceRules<M extends Message> {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly scope: Scope;
  readonly verbs: readonly Verb[];
  readonly message: M;
  readonly list?: Message;
  readonly subresources?: Readonly<Record<string, Subresource>>;
  /** Besides metadata.name and metadata.namespace: selector name → the value in an object, as text. */
  readonly fieldSelectors?: Readonly<Record<string, (object: TypeOf<M>) => string>>;
  /** Absent where the default columns (name and creation time) are printed. */
  readonly columns?: readonly Column<TypeOf<M>>[];
  readonly rowConditions?: (object: TypeOf<M>) => readonly RowCondition[];
  /** The group and version objects are stored in; absent where nothing is stored. */
  readonly storage?: {
    readonly group: string;
    readonly version: string;
    readonly kind?: string;
    /** The version that discovery's hash is made of, where clients know another one than is stored. */
    readonly shownVersion?: string;
  };
  /** The folder of the keys, below the store's prefix: `configmaps`. */
  readonly storagePrefix?: string;
  readonly conversion?: Conversion<TypeOf<M>>;
  readonly lifecycle?: Lifecycle;
  readonly nameRule?: NameRule;
  readonly hooks?: ResourceHooks<TypeOf<M>>;
  /** The rules that the hooks enforce, a sentence each, for the reference. */
  readonly rules?: readonly string[];
  /** `generation` counts changes of the spec. */
  readonly hasGeneration?: boolean;
  /** PUT to a name that does not exist creates it. */
  readonly canCreateOnUpdate?: boolean;
  /** An update without resourceVersion overwrites whatever is there. */
  readonly allowsUnconditionalUpdate?: boolean;
  /** A delete answers with the object rather than with a Status. */
  readonly returnsDeletedObject?: boolean;
  /** Its objects are the namespaces of all others. */
  readonly holdsNamespaces?: boolean;
  /** Its objects grant permissions: roles hold rules, bindings assign roles to subjects. */
  readonly access?: 'role' | 'binding';
  /**
   * A write waits, for a bounded time, for the watch cache of the replica that made it, so that
   * later decisions on that replica use the new object.
   */
  readonly actsAtOnce?: boolean;
  /** Its objects are reviews, answered and never stored: the kind of review. */
  readonly asks?: Question;
  /** Served but not listed in discovery: clients that know it ask anyway. */
  readonly isUnlisted?: boolean;
  /** The content of its objects is never written anywhere else, such as to a log. */
  readonly holdsSecrets?: boolean;
  /** Its objects are accounts that tokens are issued for. */
  readonly holdsAccounts?: boolean;
  readonly bindsTokens?: TokenBinding<TypeOf<M>>;
  /** Its objects are deleted by the server after a configured time to live. */
  readonly expires?: boolean;
  /** A delete without options on dependents orphans them, with this warning if there is one. */
  readonly orphansDependents?: { readonly warning?: string };
  /** The time in seconds that a delete gives an object to end by itself, given the request's grace period. */
  readonly gracePeriodSeconds?: (object: TypeOf<M>, requested: number | undefined) => number;
  /** A delete marks the object first; the object stays until `isHeld` no longer holds it. */
  readonly twoPhaseDelete?: {
    readonly mark: (object: TypeOf<M>) => void;
    readonly isHeld: (object: TypeOf<M>) => boolean;
    /** Called once all content is deleted. */
    readonly release: (object: TypeOf<M>) => void;
  };
  /** Words the error for a field selector on an unknown field; the usual wording when absent. */
  readonly wordUnknownField?: (field: string) => string;
  /** One line for people. */
  readonly about?: string;
}

/** A resource after its own type was checked, as generic code sees it: an object of unknown type. */
export interface Resource
  extends
    Printed,
    Omit<
      ResourceRules<Message>,
      | 'fieldSelectors'
      | 'columns'
      | 'rowConditions'
      | 'conversion'
      | 'hooks'
      | 'bindsTokens'
      | 'gracePeriodSeconds'
      | 'twoPhaseDelete'
    > {
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: Readonly<Record<string, Subresource>>;
  readonly fieldSelectors: Readonly<Record<string, (object: never) => string>>;
  readonly conversion?: Conversion;
  readonly hooks: ResourceHooks;
  readonly bindsTokens?: TokenBinding;
  readonly gracePeriodSeconds?: (object: never, requested: number | undefined) => number;
  readonly twoPhaseDelete?: {
    readonly mark: (object: never) => void;
    readonly isHeld: (object: never) => boolean;
    readonly release: (object: never) => void;
  };
}

export const allVerbs: readonly Verb[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
];

export function resource<M extends Message>(rules: ResourceRules<M>): Resource {
  const defaults = { shortNames: [], categories: [], subresources: {}, fieldSelectors: {}, hooks: {} };
  return Object.freeze({ ...defaults, ...rules });
}

export function groupVersion(of: { readonly group: string; readonly version: string }): string {
  return of.group === '' ? of.version : `${of.group}/${of.version}`;
}
