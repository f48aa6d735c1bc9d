/** Get, at any place: an object, or what a subresource shows of it. */
import type { RequestTarget } from '@keelson/meta';
import { when, type MaybePromise } from '@keelson/telemetry';

import type { Answer, GetOptions, Outcome } from '../contract.ts';
import { decodeStoredOrThrow } from '../objects/stored-object.ts';
import { done, refused } from '../outcome.ts';
import type { Stores } from '../resources/stores.ts';
import { notCarriedOut, requireVerb } from '../subresources/ability.ts';
import { answerScale, findScaleFault } from '../subresources/scale.ts';
import { getObject } from '../read/get.ts';

/** Rejects as the store fails. */
export function getPlace(stores: Stores, place: RequestTarget, options: GetOptions): MaybePromise<Outcome<Answer>> {
  const able = requireVerb(place, 'get');
  if (!able.ok) return able;
  const store = stores.of(place.resource);
  const subresource = able.value;
  if (store === undefined) return notCarriedOut(place, 'get');
  switch (subresource?.kind) {
    case undefined:
    case 'part':
      return getObject(stores, store, place, options);
    case 'scale':
      return when(getObject(stores, store, place, options), (shown) => {
        if (!shown.ok) return shown;
        const { object: version } = shown.value;
        const current = { version, object: decodeStoredOrThrow(store.message, version) };
        const fault = findScaleFault(current, place.resource, subresource);
        return fault === undefined ? done(answerScale(current, subresource, subresource.servedAs)) : refused(fault);
      });
    case 'action':
    case 'eviction':
    case 'token':
    case 'proxy':
      return notCarriedOut(place, 'get');
  }
}
