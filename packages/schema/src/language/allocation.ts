/**
 * Parts of objects that are allocated from ranges of the cluster, such as addresses and ports: no two objects hold the
 * same item of a range.
 */
import type { Issue } from './report.ts';

export type ClaimedRange = 'addresses' | 'ports';

/** An item that an object holds. Equal items have equal texts. */
export interface RangeClaim {
  readonly range: ClaimedRange;
  readonly item: string;
}

/** A range, as one write sees it. */
export interface AllocatableRange {
  /** As operators know it: `10.0.0.0/24`, `30000-32767`. */
  readonly text: string;
  /** Stands in for an item that a dry run would be given. */
  readonly placeholder: string;
  /** `outside`: no item of the range. `taken`: an object holds it, or this write has taken it before. */
  take(item: string): 'done' | 'outside' | 'taken';
  /** True while another object holds it. */
  isTaken(item: string): boolean;
  /** Any free item; `undefined` if there is none. */
  takeNext(): string | undefined;
}

export interface Allocator {
  /** Items are looked at, and none is taken. */
  readonly isDryRun: boolean;
  /** By family; the first is that of objects that name none. */
  readonly addresses: ReadonlyMap<string, AllocatableRange>;
  readonly ports: AllocatableRange;
}

/** `exhausted`: nothing that was asked for is wrong. `failed`: likewise, and clients know it as an error without a reason. */
export type AllocationRefusal =
  | { readonly kind: 'invalid'; readonly issues: readonly Issue[] }
  | { readonly kind: 'exhausted' | 'failed'; readonly why: string };

/**
 * A fault of an item that an object holds. `unclaimed`: the item had no claim. `shared`: another object holds it, too.
 * `outside`: it is not in the range, which may have been changed.
 */
export interface ClaimFault {
  readonly kind: 'unclaimed' | 'shared' | 'outside';
  readonly claim: RangeClaim;
  /** As operators know it. */
  readonly range: string;
}

/** An event about the object. */
export interface DescribedFault {
  /** The source of the event. */
  readonly component: string;
  readonly reason: string;
  readonly message: string;
}

export interface Allocation<T = never> {
  /**
   * Completes the object, `old` being the one that it replaces. Where it refuses, the object stays as it was. It comes
   * before the hooks that prepare, and before the rules.
   */
  allocate(object: T, old: T | undefined, allocator: Allocator): AllocationRefusal | undefined;
  /** The items that the object holds, within the ranges or outside. */
  claimsOf(object: T): readonly RangeClaim[];
  describeFault(fault: ClaimFault): DescribedFault;
}
