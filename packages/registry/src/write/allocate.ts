/** Completes the object of a write with items of the ranges of the cluster. */
import { internalError, unexplained } from '@keelson/meta';
import type { AllocationRefusal } from '@keelson/schema';
import { when, type MaybePromise } from '@keelson/telemetry';

import type { Outcome } from '../contract.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { done, refused } from '../outcome.ts';
import { invalidObject } from './validated-write.ts';
import type { Writing } from './writing.ts';

/** `undefined` where nothing is allocated: for most kinds, and for writes of a part of an object. */
export function allocate(
  writing: Writing,
  object: ApiObject,
  old: ApiObject | undefined,
): MaybePromise<Outcome<void>> | undefined {
  const { allocation, parts, store, place, plan } = writing;
  if (allocation === undefined || place.subresource !== undefined) return undefined;
  const { isDryRun } = plan;
  const allocating = allocation.allocate({ stored: store.stored, object, old, isDryRun, deadline: parts.deadline });
  return when(allocating, (refusal) => (refusal === undefined ? done(undefined) : statusOf(writing, object, refusal)));
}

function statusOf(writing: Writing, object: ApiObject, refusal: AllocationRefusal): Outcome<never> {
  switch (refusal.kind) {
    case 'invalid':
      return invalidObject(writing, object, refusal.issues);
    case 'exhausted':
      return refused(internalError(refusal.why));
    case 'failed':
      return refused(unexplained(refusal.why));
  }
}
