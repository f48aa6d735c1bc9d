/**
 * The change that a delete makes to an object:
 *
 *     live ──nothing holds it──▶ gone
 *       │ finalizers, a grace period, or a content of its own
 *       ▼
 *     going (deletionTimestamp) ──the last hold is released──▶ gone
 *       ↺ another delete may change the finalizers, and shorten the grace period
 */
import type { ApiObject } from '../objects/api-object.ts';
import { setOrDelete } from '../objects/api-object.ts';
import { timeText } from '../objects/api-time.ts';
import type { DeletePlan } from '../options/delete-plan.ts';
import type { Store } from '../resources/stores.ts';
import type { Change } from '../write/commit.ts';
import { finalizersOf, type PropagationAsked } from './propagation.ts';

export type PlannedDeletion = DeletePlan & PropagationAsked;

export interface DeletionStep {
  readonly change: Change;
  /** The write of the mark is seen by watches, and then the object is deleted all the same. */
  readonly isFinal?: boolean;
  /** The object is terminating already, and this delete adds nothing: the answer is the same as for a deleted one. */
  readonly isPending?: boolean;
}

/** Takes over `object`, which is in the stored version. */
export function beginDeletion({ stored }: Store, object: ApiObject, plan: PlannedDeletion, now: Date): DeletionStep {
  const { deletion } = stored;
  if (deletion.kind === 'twoPhase') {
    if (object.metadata.deletionTimestamp === undefined) {
      const text = timeText(now);
      object.metadata.deletionTimestamp = text;
      deletion.mark(object as never, { now: text, group: stored.group });
      setFinalizers(object, finalizersOf(stored, object.metadata.finalizers ?? [], plan));
      return { change: { kind: 'write', object } };
    }
    if (deletion.isHeld(object as never)) return { change: { kind: 'keep' } };
  }
  const grace = applyGrace(stored, object, plan, now);
  if (grace === 'pending') return { change: { kind: 'keep' }, isPending: true };
  const { finalizers = [] } = object.metadata;
  const next = finalizersOf(stored, finalizers, plan);
  setFinalizers(object, next);
  if (next.length > 0 && grace === 'none') markAsGoing(object, now);
  if (next.length > 0) return { change: { kind: 'write', object } };
  if (grace === 'none') return { change: { kind: 'delete' } };
  const isFinal = object.metadata.deletionGracePeriodSeconds === 0;
  return { change: { kind: 'write', object }, isFinal };
}

function setFinalizers({ metadata }: ApiObject, finalizers: readonly string[]): void {
  setOrDelete(metadata, 'finalizers', finalizers.length === 0 ? undefined : [...finalizers]);
}

/** `none`: the kind knows no grace. `given`: the object is marked with it. `pending`: it was, and is not shortened. */
type Grace = 'none' | 'given' | 'pending';

function applyGrace({ deletion }: Store['stored'], object: ApiObject, plan: DeletePlan, now: Date): Grace {
  if (deletion.kind !== 'graceful') return 'none';
  const { metadata } = object;
  const asked = plan.gracePeriodSeconds;
  const requested = asked !== undefined && asked < 0 ? 1 : asked;
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  if (deletionTimestamp === undefined) {
    return giveGrace(object, now.getTime(), deletion.secondsOf(object as never, requested), true);
  }
  if (deletionGracePeriodSeconds === undefined) return 'none';
  const before = Number(deletionGracePeriodSeconds);
  if (requested === undefined || requested >= before) return 'pending';
  const begunMs = Date.parse(deletionTimestamp ?? '') - before * 1_000;
  return giveGrace(object, begunMs, requested, false);
}

function giveGrace({ metadata }: ApiObject, fromMs: number, seconds: number, isFirst: boolean): Grace {
  metadata.deletionTimestamp = timeText(new Date(fromMs + seconds * 1_000));
  metadata.deletionGracePeriodSeconds = seconds;
  if (isFirst) bumpGeneration(metadata);
  return 'given';
}

function markAsGoing({ metadata }: ApiObject, now: Date): void {
  const text = timeText(now);
  if (metadata.deletionTimestamp === undefined) bumpGeneration(metadata);
  // Times of one notation compare as texts.
  if (metadata.deletionTimestamp === undefined || (metadata.deletionTimestamp ?? '') > text) {
    metadata.deletionTimestamp = text;
  }
  metadata.deletionGracePeriodSeconds = 0;
}

/** A deletion changes what controllers have to do with the object, as a change of the spec does. */
function bumpGeneration(metadata: ApiObject['metadata']): void {
  const generation = Number(metadata.generation ?? 0);
  if (generation > 0) metadata.generation = generation + 1;
}
