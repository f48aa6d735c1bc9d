/** Create, at any place: an object, an action on one, or a review. */
import type { RequestTarget } from '@keelson/meta';
import type { NoObjects } from '@keelson/schema';

import type { Outcome, WriteAnswer, WriteRequest } from '../contract.ts';
import { notCarriedOut, requireVerb } from '../subresources/ability.ts';
import { evict, performAction } from '../subresources/action.ts';
import { answerReview } from '../subresources/review.ts';
import { createObject } from '../write/create.ts';
import { withNotes } from '../write/notes.ts';
import { planWriting } from '../write/plan-writing.ts';
import type { VerbParts } from './verb-parts.ts';
import type { Writing } from '../write/writing.ts';

/** Rejects as the store fails. */
export async function createInPlace(
  verbs: VerbParts,
  place: RequestTarget,
  request: WriteRequest,
): Promise<Outcome<WriteAnswer>> {
  const able = requireVerb(place, 'create');
  if (!able.ok) return able;
  const subresource = able.value;
  switch (subresource?.kind) {
    case undefined: {
      const { storage } = place.resource;
      if (storage.kind === 'review') return answer(verbs, place, request);
      if (storage.kind === 'none' && storage.actsThrough !== undefined) {
        return actThrough(verbs, place, storage.actsThrough, request);
      }
      const writing = planStored(verbs, place, request);
      return writing.ok ? withNotes(writing.value, await createObject(writing.value, request)) : writing;
    }
    case 'action': {
      const writing = planStored(verbs, place, request);
      return writing.ok ? withNotes(writing.value, await performAction(writing.value, subresource, request)) : writing;
    }
    case 'eviction': {
      const writing = planStored(verbs, place, request);
      return writing.ok
        ? withNotes(writing.value, await evict(writing.value, verbs.stores, subresource, request))
        : writing;
    }
    case 'token':
      return answer(verbs, place, request);
    case 'part':
    case 'scale':
    case 'proxy':
      return notCarriedOut(place, 'create');
  }
}

/** Admitted as what it is posted as, and carried out where it leads. */
async function actThrough(
  verbs: VerbParts,
  place: RequestTarget,
  { plural, subresource }: NonNullable<NoObjects['actsThrough']>,
  request: WriteRequest,
): Promise<Outcome<WriteAnswer>> {
  const { group, version } = place.resource;
  const resource = verbs.parts.scheme.resource(group, version, plural);
  const action = resource?.subresources[subresource];
  if (resource === undefined || action?.kind !== 'action') return notCarriedOut(place, 'create');
  const writing = planStored(verbs, { resource, namespace: place.namespace, name: undefined, subresource }, request);
  if (!writing.ok) return writing;
  return withNotes(writing.value, await performAction(writing.value, action, request, place));
}

function answer({ parts, answerPostedReview }: VerbParts, place: RequestTarget, request: WriteRequest) {
  return answerReview(parts, answerPostedReview, place, request);
}

function planStored(
  { parts, stores }: VerbParts,
  place: RequestTarget,
  { options, caller }: WriteRequest,
): Outcome<Writing> {
  const store = stores.of(place.resource);
  if (store === undefined) return notCarriedOut(place, 'create');
  return planWriting(parts, store, place, { kind: 'CreateOptions', options, caller });
}
