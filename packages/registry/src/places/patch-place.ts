/** Patch, at any place: an object, a part of it, or its Scale. */
import type { RequestTarget } from '@keelson/meta';

import type { Outcome, PatchRequest, WriteAnswer } from '../contract.ts';
import { notCarriedOut, requireVerb } from '../subresources/ability.ts';
import { patchScale, scaleWriteOf } from '../subresources/write-scale.ts';
import { withNotes } from '../write/notes.ts';
import { planWriting } from '../write/plan-writing.ts';
import type { VerbParts } from './verb-parts.ts';
import { patchObject } from '../patch/patch.ts';

/** Rejects as the store fails. */
export async function patchPlace(
  { parts, stores }: VerbParts,
  place: RequestTarget,
  request: PatchRequest,
): Promise<Outcome<WriteAnswer>> {
  const able = requireVerb(place, 'patch');
  if (!able.ok) return able;
  const store = stores.of(place.resource);
  const subresource = able.value;
  if (store === undefined) return notCarriedOut(place, 'patch');
  const { options, caller, patch } = request;
  const asked = { kind: 'PatchOptions', options, caller, patchKind: patch.kind } as const;
  const writing = planWriting(parts, store, place, asked);
  if (!writing.ok) return writing;
  switch (subresource?.kind) {
    case undefined:
    case 'part':
      return withNotes(writing.value, await patchObject(writing.value, request));
    case 'scale':
      return withNotes(writing.value, await patchScale(writing.value, scaleWriteOf(subresource), request));
    case 'action':
    case 'eviction':
    case 'token':
    case 'proxy':
      return notCarriedOut(place, 'patch');
  }
}
