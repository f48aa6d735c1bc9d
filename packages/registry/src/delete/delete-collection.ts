/** Deletecollection: deletes what a list would show, one by one, and answers with that list. */
import { allFeatures } from '../registry-options.ts';
import type { AuditAnnotation } from '@keelson/admission';

import type { ListAnswer, ListOptions, Outcome } from '../contract.ts';
import { done } from '../outcome.ts';
import { listObjects } from '../read/list.ts';
import { withNotes } from '../write/notes.ts';
import { withDeadline } from '../write/request-deadline.ts';
import { deleteObject } from './delete-object.ts';
import type { Deleting } from './delete-object.ts';
import { targetOfKey } from './target-of-key.ts';

/** The number of concurrent deletes. */
const workers = 16;

/** Rejects as the store fails. An object deleted by others meanwhile is no failure. */
export async function deleteCollection(deleting: Deleting, options: ListOptions): Promise<Outcome<ListAnswer>> {
  const { store, place, parts } = deleting;
  const listed = await listObjects(store, place, options, { domain: parts.scheme.domain, ...allFeatures });
  if (!listed.ok) return listed;
  const places = listed.value.objects.map(({ key }) => targetOfKey(place, key));
  const results = places.values();
  const failures: Outcome<never>[] = [];
  const warnings = new Set<string>();
  const annotations = new Map<string, AuditAnnotation>();
  const waited = { ms: 0 };
  const work = async (most: number): Promise<void> => {
    for (let count = 0; count < most && failures.length === 0; count += 1) {
      const { value: each } = results.next();
      if (each === undefined) return;
      // There may be many: each is as a request of its own.
      const deleted = await deleteObject({
        ...deleting,
        parts: withDeadline(parts, place.resource),
        place: each,
        isOfCollection: true,
        noteWaited: (ms) => void (waited.ms += ms),
      });
      const notes = deleted.ok ? deleted.value : deleted;
      for (const warning of notes.warnings ?? []) warnings.add(warning);
      for (const annotation of notes.annotations ?? []) annotations.set(annotation.key, annotation);
      if (!deleted.ok && deleted.status.reason !== 'NotFound') failures.push(deleted);
    }
  };
  await work(1);
  // Where webhooks are asked, a refusal of one object has to leave those after it alone.
  const count = waited.ms > 0 ? 1 : Math.min(workers, places.length);
  await Promise.all(Array.from({ length: count }, () => work(Infinity)));
  const notes = { warnings, annotations: [...annotations.values()] };
  return withNotes(notes, failures[0] ?? done({ ...listed.value, ownBytes: bytesOf(listed.value) }));
}

/** Nobody else holds what was deleted. */
function bytesOf({ objects }: ListAnswer): number {
  return objects.reduce((bytes, { value }) => bytes + value.length, 0);
}
