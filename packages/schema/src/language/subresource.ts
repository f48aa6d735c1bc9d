/**
 * Subresources: what is served below the objects of a resource. Each is of one kind, which says what its verbs do, so
 * that generic code switches over the kinds and knows no subresource by its name.
 */
import type { ConnectionRoute } from './connection.ts';
import type { ServedKind } from './group-version-kind.ts';
import type { Report } from './report.ts';
import type { Verb } from './verb.ts';

interface SubresourceRules {
  readonly verbs: readonly Verb[];
  /** Served as a Table too: with the columns of `servedAs`, or of the resource where there is none. */
  readonly isPrinted?: boolean;
}

/** The resource itself, of which a write changes only these fields: `status`, `spec.finalizers`. */
export interface PartSubresource extends SubresourceRules {
  readonly kind: 'part';
  readonly writes: readonly string[];
  /** Conditions of the status that do not say when they were written, or last changed, are dated by the server. */
  readonly datesConditions?: boolean;
  /** Settles what a write to a part that is not the status takes besides it; the status has its own hooks. */
  readonly prepareForUpdate?: (object: never, old: never) => void;
  /** Rules of such a write. */
  readonly validateUpdate?: (object: never, old: never, report: Report) => void;
  readonly servedAs?: never;
}

/** The number of replicas: where it, the observed number and the selector live in the object, as dotted paths. */
export interface ScaleSubresource extends SubresourceRules {
  readonly kind: 'scale';
  readonly servedAs: ServedKind;
  readonly replicas: string;
  readonly observedReplicas: string;
  readonly selector: string;
}

/** Objects of another kind, each carried out on the resource's object, such as a binding: changes it, or says why not. */
export interface ActionSubresource extends SubresourceRules {
  readonly kind: 'action';
  readonly servedAs: ServedKind;
  /** Faults of the action itself, whatever it is about. */
  readonly check?: (action: never) => ActionFault | undefined;
  readonly perform: (object: never, action: never, now: string) => ActionFault | undefined;
}

/** Objects of another kind that ask for a deletion: the DeleteOptions in them. */
export interface EvictionSubresource extends SubresourceRules {
  readonly kind: 'eviction';
  readonly servedAs: ServedKind;
  readonly deleteOptionsOf: (eviction: never) => unknown;
  readonly budgets: EvictionBudgets;
}

/** The budgets that say how many objects may be evicted. All objects are in their stored versions. */
export interface EvictionBudgets {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  /** One of them in refusals. */
  readonly noun: string;
  /** The refusals of an eviction that no budget allows now, and of an object that has several. */
  readonly exhausted: string;
  readonly ambiguous: string;
  /** The cause where a budget does not know the object as it is now. */
  readonly wordProcessing: (budget: string) => string;
  /** `free`: nobody misses the object. `perhaps`: nobody does as long as it is as it is now. */
  readonly isMissed: (object: never) => 'yes' | 'perhaps' | 'free';
  readonly selects: (budget: never, object: never) => boolean;
  /** May change the budget. `now` in the API's notation. */
  readonly spend: (budget: never, object: never, now: string) => BudgetDecision;
}

export type BudgetDecision =
  /** The budget has been changed: it knows of the disruption. */
  | { readonly kind: 'granted' }
  /** The budget does not count the object as long as it is as it is now. */
  | { readonly kind: 'uncounted' }
  | { readonly kind: 'exhausted'; readonly cause: string; readonly retryAfterSeconds: number }
  /** Its status is not one that its controller writes. */
  | { readonly kind: 'broken'; readonly message: string };

/** Objects of another kind that ask for a token for the resource's object, and are answered with it. */
export interface TokenSubresource extends SubresourceRules {
  readonly kind: 'token';
  readonly servedAs: ServedKind;
}

/** Proxied to the agent of a node, to a container or to a port. Every method is a connection, whatever its verb. */
export interface ProxySubresource extends SubresourceRules {
  readonly kind: 'proxy';
  /** The options of a connection, in its query. Absent where admission has no say in it. */
  readonly servedAs?: ServedKind;
  /** The query, where `servedAs` does not say. */
  readonly options?: ServedKind;
  /** A path may follow, which is for what the request is proxied to. */
  readonly takesPath?: boolean;
  readonly leadsTo: ConnectionRoute;
}

export type Subresource =
  PartSubresource | ScaleSubresource | ActionSubresource | EvictionSubresource | TokenSubresource | ProxySubresource;

/** Why an action cannot be carried out: the object is not as it should be, or the action is not. */
export interface ActionFault {
  readonly reason: 'conflict' | 'malformed';
  readonly message: string;
}
