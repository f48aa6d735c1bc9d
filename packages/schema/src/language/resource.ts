/**
 * Resources: the types that are served under a name in the URL. A resource states all that
 * generic code needs to know about a kind, so that no kind is named outside the
 * declarations.
 *
 * `{domain}` in a group stands for the configured domain; the scheme fills it in.
 */
import type { Allocation } from './allocation.ts';
import type { Column, CompareRows, Printed, RowCondition } from './columns.ts';
import type { Deletion } from './deletion.ts';
import type { GroupVersionKind } from './group-version-kind.ts';
import type { Message } from './descriptor.ts';
import type { TypeMeta, TypeOf } from './infer.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Purpose } from './purpose.ts';
import type { QuotaRules } from './quota-rules.ts';
import type { ConvertRemotely } from './remote-conversion.ts';
import type { Issue, Report } from './report.ts';
import type { NoObjects, ResourceStorage, ReviewedObjects, StoredObjects } from './resource-storage.ts';
import type { Subresource } from './subresource.ts';
import type { Verb } from './verb.ts';

export type Scope = 'Namespaced' | 'Cluster';

/** Hooks that run during a write; none of them may read the clock or the store. */
export interface ResourceHooks<T = never> {
  prepareForCreate?(object: T): void;
  prepareForUpdate?(object: T, old: T): void;
  /** Rules on the whole object, in addition to those of its messages. */
  validateCreate?(object: T, report: Report): void;
  validateUpdate?(object: T, old: T, report: Report): void;
  prepareForStatusUpdate?(object: T, old: T): void;
  validateStatusUpdate?(object: T, old: T, report: Report): void;
  /**
   * Rules that may take long, such as those that users write, of an object that all other rules allow. `old` is absent for
   * a new object. Gives way to other work; there is no promise unless it takes long.
   */
  validateInTurns?(object: T, old: T | undefined): FoundIssues;
  /** The same of a write to the status. */
  validateStatusInTurns?(object: T, old: T | undefined): FoundIssues;
  /** Warnings for the author of a new object that all rules allow. */
  warnOnCreate?(object: T): readonly string[];
  /** The same of a changed one; not of a write to a subresource. */
  warnOnUpdate?(object: T, old: T): readonly string[];
}

export type FoundIssues = readonly Issue[] | Promise<readonly Issue[]>;

/**
 * Makes objects of a version into those of the storage version (the hub) and back,
 * losing nothing. Absent where the two have the same fields. May change its argument.
 */
export interface Conversion<T = never> {
  readonly toHub: (object: T) => unknown;
  readonly fromHub: (hub: never) => unknown;
}

export interface NameRule {
  /**
   * Returns the faults of a name, in the API's wording; `isPrefix` for generateName, whose last
   * character may be a dash.
   */
  readonly check: (name: string, isPrefix: boolean) => readonly string[];
  readonly name: string;
}

/**
 * The number of times that a kind repeats the rules of all metadata, each with the same causes, which clients count. `whole`
 * are the rules of a new object, `changed` those of a changed one.
 */
export interface MetadataChecks {
  /** A new object has its metadata checked last, and only if nothing else is wrong with it. */
  readonly isLast?: true;
  /** Of an update, `['changed']` when absent. */
  readonly ofUpdate?: readonly MetadataCheck[];
  /** An update has the rules of its messages checked twice, too; a hook repeats its own. */
  readonly repeatsRules?: true;
  /** Of a write to the status or another part, `['changed']` when absent. */
  readonly ofPart?: readonly MetadataCheck[];
}

export type MetadataCheck = 'whole' | 'changed';

/** The definition, itself an object, that a resource was made of at run time. */
export interface CustomOrigin {
  /** The name of the definition. */
  readonly definition: string;
  readonly uid: string;
  /** The generation of the definition that the declaration was made of. */
  readonly generation: number;
  /** All that it defines, and those that objects were stored in before: an object in another one cannot be read. */
  readonly versions: readonly string[];
  /** The warning of every answer; for versions that are deprecated. */
  readonly deprecationWarning?: string;
}

/** The declarations open to any resource. */
interface CommonRules<M extends Message> {
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
  /** The rows of a list, or of a page of it, come in this order. Absent where that is the order of their names. */
  readonly compareRows?: CompareRows<TypeOf<M>>;
  readonly conversion?: Conversion<TypeOf<M>>;
  readonly lifecycle?: Lifecycle;
  readonly nameRule?: NameRule;
  /** The group that refusals of invalid objects name, where clients know an older one. */
  readonly groupOfRefusals?: string;
  /** For kinds whose rules repeat the checks of metadata in another way than most. */
  readonly metadataChecks?: MetadataChecks;
  /** Its objects may have finalizers without the domain of an owner. */
  readonly hasOpenFinalizers?: boolean;
  /** Kinds that its objects cannot name as owners. */
  readonly bannedOwners?: readonly GroupVersionKind[];
  readonly hooks?: ResourceHooks<TypeOf<M>>;
  /**
   * Hooks of writes in this version, in place of those of the stored version, whose form their objects have. Absent where
   * this version accepts what the stored version does.
   */
  readonly hooksOfRequests?: ResourceHooks;
  /** The rules that the hooks enforce, a sentence each, for the reference. */
  readonly rules?: readonly string[];
  /** Annotations that stand for fields, which views of the metadata alone do not show. Of the stored version. */
  readonly annotationsForFields?: readonly string[];
  /** Of a custom resource alone. */
  readonly custom?: CustomOrigin;
  /**
   * The documents that list it. `none`: it is served, and clients that know it ask anyway. `newer`: aggregated discovery
   * alone, which older clients do not ask for, until an operator turns the version on by its name; the older documents
   * stay those of the release. Absent: all documents.
   */
  readonly listing?: 'none' | 'newer';
  /** Verbs that the server itself has beside `verbs`: objects that clients read, and only the server writes. */
  readonly verbsOfServer?: readonly Verb[];
  /** The content of its objects is never written anywhere else, such as to a log. */
  readonly holdsSecrets?: boolean;
  /** Words the error for a field selector on an unknown field; the usual wording when absent. */
  readonly wordUnknownField?: (field: string) => string;
  /** One line for people. */
  readonly about?: string;
}

/** The declarations open to resources with stored objects alone. */
interface StoredAbilities<T = never> {
  /**
   * The form of what is stored, where none of the versions that are served has all of it: each is made of the hub, that of
   * the same name included. It is in no scheme, and serves nobody.
   */
  readonly hub?: Resource | undefined;
  /** The form of an object that was stored in a version, for each version that there may be. Of hubs, and with `convertRemotely`. */
  readonly formsByVersion?: ReadonlyMap<string, Message> | undefined;
  /**
   * Objects of other versions are made by another server. Each version is then a form of its own, without a hub, and
   * objects stay as they were stored until they are read or written.
   */
  readonly convertRemotely?: ConvertRemotely | undefined;
  /** A new object without a name gets its uid for one, whatever `generateName` says. */
  readonly isNamedByUid?: boolean;
  /** `generation` counts changes of the spec. */
  readonly hasGeneration?: boolean;
  /**
   * An annotation that new objects carry while a feature gate is on. While it is off, it is dropped from all that do not
   * have it yet.
   */
  readonly gatedAnnotation?: { readonly name: string; readonly featureGate: string };
  /**
   * The form in which an object is stored, where versions say the same in several ways. Runs last in a write, when the
   * rules have seen what its version said. May share parts of its argument.
   */
  readonly settle?: ((object: T) => TypeMeta) | undefined;
  /**
   * Fills in what older servers stored an object without, beyond its defaults. Runs for what another server stored, in
   * the stored version, and never for requests. Twice is as once. `addressFamily` is that of objects that name none.
   */
  readonly completeStored?: ((object: T, addressFamily: string) => void) | undefined;
  /** PUT to a name that does not exist creates it. */
  readonly canCreateOnUpdate?: boolean;
  /** An update without resourceVersion overwrites whatever is there. */
  readonly allowsUnconditionalUpdate?: boolean;
  /** A delete answers with the object rather than with a Status. */
  readonly returnsDeletedObject?: boolean;
  /** Parts of its objects are allocated from ranges of the cluster. */
  readonly allocation?: Allocation<T>;
  /** The deletion of an object deletes the object of the same name of this resource as well. */
  readonly cascadesTo?: { readonly group: string; readonly version: string; readonly plural: string };
  /** Immediate when absent. */
  readonly deletion?: Deletion<T>;
  /** A delete without options on dependents orphans them, with this warning if there is one. */
  readonly orphansDependents?: { readonly warning?: string };
  /** Its objects are deleted by the server after a configured time to live. */
  readonly expires?: boolean;
  /**
   * A write waits, for a bounded time, for the watch cache of the replica that made it, so that
   * later decisions on that replica use the new object.
   */
  readonly actsAtOnce?: boolean;
  readonly purpose?: Purpose<T>;
  /** Absent where quotas count nothing but the number of objects. */
  readonly quota?: QuotaRules<T>;
}

interface StoredRules<T> extends StoredAbilities<T> {
  readonly storage: StoredObjects;
}

type UnstoredRules = { readonly [Ability in keyof StoredAbilities]?: never } & {
  readonly storage?: ReviewedObjects | NoObjects;
};

export type ResourceRules<M extends Message> = CommonRules<M> & (StoredRules<TypeOf<M>> | UnstoredRules);

type CheckedRules = 'fieldSelectors' | 'columns' | 'rowConditions' | 'compareRows' | 'conversion' | 'hooks';

/** A resource after its own type was checked, as generic code sees it: an object of unknown type. */
export interface Resource extends Printed, StoredAbilities, Omit<CommonRules<Message>, CheckedRules> {
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: Readonly<Record<string, Subresource>>;
  readonly fieldSelectors: Readonly<Record<string, (object: never) => string>>;
  readonly conversion?: Conversion;
  readonly hooks: ResourceHooks;
  readonly storage: ResourceStorage;
  readonly deletion: Deletion;
}

export function resource<M extends Message>(rules: ResourceRules<M>): Resource {
  const defaults = { shortNames: [], categories: [], subresources: {}, fieldSelectors: {}, hooks: {} };
  const storage: ResourceStorage = { kind: 'none' };
  const deletion: Deletion = { kind: 'immediate' };
  return Object.freeze({ ...defaults, storage, deletion, ...rules });
}
