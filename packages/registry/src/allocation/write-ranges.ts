/** Allocation as writes use it: from the accounts of this thread, or, in a worker, from those of the main thread. */
import type { AllocationRefusal, RangeClaim, Resource } from '@keelson/schema';
import type { MaybePromise } from '@keelson/telemetry';

import type { ApiObject } from '../objects/api-object.ts';

export interface AllocationRequest {
  /** The declaration of the stored version, which has an allocation. */
  readonly stored: Resource;
  /** Receives the allocated items, unless the request is refused. */
  readonly object: ApiObject;
  readonly old: ApiObject | undefined;
  readonly isDryRun: boolean;
  readonly deadline?: number | undefined;
}

/** The items that one write reserves. */
export interface ItemAllocation {
  /** Releases the items that an earlier call has reserved, then allocates anew. Rejects if the store fails. */
  allocate(request: AllocationRequest): MaybePromise<AllocationRefusal | undefined>;
  /** Must be called once, when the write has ended: with its revision if it has claimed the reserved items. */
  end(revision?: number): void;
}

export interface WriteRanges {
  begin(): ItemAllocation;
  /** The key of a claim in the store. */
  keyOf(claim: RangeClaim): string;
  /** Waits until the accounts show every claim made before this call, on any replica. Rejects if the store fails. */
  catchUp(deadline: number | undefined): Promise<void>;
}

/** The key prefix of claims: a sibling of kube-apiserver's `ranges/serviceips` and `ranges/servicenodeports`. */
export const claimsFolder = 'ranges/claims/';

/** `prefix` is the key prefix of the store; it ends with a slash. */
export function claimKey(prefix: string, { range, item }: RangeClaim): string {
  return `${prefix}${claimsFolder}${range}/${item}`;
}
