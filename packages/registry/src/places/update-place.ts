/** Update, at any place: an object, a part of it, or its Scale. */
import type { RequestTarget } from '@keelson/meta';

import type { Outcome, WriteAnswer, WriteRequest } from '../contract.ts';
import { notCarriedOut, requireVerb } from '../subresources/ability.ts';
import { scaleWriteOf, updateScale } from '../subresources/write-scale.ts';
import { withNotes } from '../write/notes.ts';
import { planWriting } from '../write/plan-writing.ts';
import { updateObject } from '../write/update.ts';
import type { VerbParts } from './verb-parts.ts';

/** Rejects as the store fails. */
export async function updatePlace(
  { parts, stores }: VerbParts,
  place: RequestTarget,
  request: WriteRequest,
): Promise<Outcome<WriteAnswer>> {
  const able = requireVerb(place, 'update');
  if (!able.ok) return able;
  const store = stores.of(place.resource);
  const subresource = able.value;
  if (store === undefined) return notCarriedOut(place, 'update');
  const { options, caller } = request;
  const writing = planWriting(parts, store, place, { kind: 'UpdateOptions', options, caller });
  if (!writing.ok) return writing;
  switch (subresource?.kind) {
    case undefined:
    case 'part':
      return withNotes(writing.value, await updateObject(writing.value, request));
    case 'scale':
      return withNotes(writing.value, await updateScale(writing.value, scaleWriteOf(subresource), request));
    case 'action':
    case 'eviction':
    case 'token':
    case 'proxy':
      return notCarriedOut(place, 'update');
  }
}
