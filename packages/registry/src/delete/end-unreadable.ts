/**
 * Deletes an object that cannot be read, at once. Its finalizers, its grace period and its
 * dependents are not known, so nothing waits for them, and the client that deletes it is
 * warned. A namespace is replaced by a terminating one of the same name: its content is
 * deleted before it. A definition without its spec would be invalid, and could never end.
 */
import { setType } from '../objects/api-object.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { timeText } from '../objects/api-time.ts';
import type { Store } from '../resources/stores.ts';
import type { WriteParts } from '../write/writing.ts';
import type { DeletionStep } from './begin-deletion.ts';

/** Takes over `object`, which stands in for the one that is stored. */
export function endUnreadable(
  { stored }: Store,
  object: ApiObject,
  parts: Pick<WriteParts, 'now' | 'makeUid'>,
): DeletionStep {
  const { deletion } = stored;
  if (deletion.kind !== 'twoPhase' || deletion.canStandIn !== true) return { change: { kind: 'delete' } };
  const now = timeText(parts.now());
  setType(object, stored);
  stored.hooks.prepareForCreate?.(object as never);
  Object.assign(object.metadata, { uid: parts.makeUid(), creationTimestamp: now, deletionTimestamp: now });
  deletion.mark(object as never, { now, group: stored.group });
  return { change: { kind: 'write', object } };
}

export function warnOfUnreadable(fault: string): string {
  return `the stored object could not be read and was deleted without regard to its finalizers: ${fault}`;
}
