/** The ranges as writes use them: those of this thread, or, in a worker, those of another one. */
import type { AllocationRefusal, RangeClaim, Resource } from '@keelson/schema';
import type { MaybePromise } from '@keelson/telemetry';

import type { ApiObject } from '../objects/api-object.ts';

export interface AllocationRequest {
  /** The declaration of the stored version, which has an allocation. */
  readonly stored: Resource;
  /** Is completed, unless it is refused. */
  readonly object: ApiObject;
  readonly old: ApiObject | undefined;
  readonly isDryRun: boolean;
  readonly deadline?: number | undefined;
}

/** The items that one write reserves. */
export interface ItemAllocation {
  /** Gives free what an earlier call has reserved. Rejects as the store fails. */
  allocate(request: AllocationRequest): MaybePromise<AllocationRefusal | undefined>;
  /** To be called once: the write has ended, with this revision if it has claimed what was reserved. */
  end(revision?: number): void;
}

export interface WriteRanges {
  begin(): ItemAllocation;
  /** The key of a claim in the store. */
  keyOf(claim: RangeClaim): string;
  /** Waits until all claims that anyone has made by now are known here. Rejects as the store fails. */
  catchUp(deadline: number | undefined): Promise<void>;
}

/** Beside the ranges of kube-apiserver, `ranges/serviceips` and `ranges/servicenodeports`. */
export const claimsFolder = 'ranges/claims/';

/** The prefix is the store's, which ends with a slash. */
export function claimKey(prefix: string, { range, item }: RangeClaim): string {
  return `${prefix}${claimsFolder}${range}/${item}`;
}
