/** Get, at any place: an object, or what a subresource shows of it. */
import type { RequestTarget } from '@keelson/meta';
import { when, type MaybePromise } from '@keelson/telemetry';

import type { Answer, GetOptions, Outcome } from '../contract.ts';
import { bodyFormOf } from '../objects/form.ts';
import { decodeStoredOrThrow } from '../objects/stored-object.ts';
import { done } from '../outcome.ts';
import type { Stores } from '../resources/stores.ts';
import { notCarriedOut, requireVerb } from '../subresources/ability.ts';
import { answerScale } from '../subresources/scale.ts';
import { getObject } from './get.ts';

/** Rejects as the store fails. */
export function getPlace(stores: Stores, place: RequestTarget, options: GetOptions): MaybePromise<Outcome<Answer>> {
  const able = requireVerb(place, 'get');
  if (!able.ok) return able;
  const store = stores.of(place.resource);
  const { writes, scale } = able.value ?? { writes: [] };
  if (store === undefined || (writes === undefined && scale === undefined)) return notCarriedOut(place, 'get');
  const got = getObject(store, place, options);
  if (scale === undefined) return got;
  return when(got, (shown) => {
    if (!shown.ok) return shown;
    const { object: version } = shown.value;
    const current = { version, object: decodeStoredOrThrow(store.message, version) };
    return done(answerScale(current, scale, bodyFormOf(place)));
  });
}
