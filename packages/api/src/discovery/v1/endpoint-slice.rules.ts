/** Prepares endpoint slices that are written in v1, where the labels of the older topology are read-only. */
import type { ResourceHooks } from '@keelson/schema';

import { isSame } from '../../rules/is-same.ts';
import { countLabels, endpointSliceHooks } from '../endpoint-slice.rules.ts';
import type { EndpointSlice as StoredSlice } from '../v1beta1/endpoint-slice.ts';
import { withoutOtherTopology } from './endpoint-slice.conversion.ts';

/** They take the stored form. */
export const endpointSliceRequestHooks: ResourceHooks<StoredSlice> = {
  ...endpointSliceHooks,
  prepareForCreate: dropTopology,
  prepareForUpdate(object, old) {
    countLabels(object, old);
    if (!isSame(object.endpoints, old.endpoints)) dropTopology(object);
  },
};

function dropTopology(slice: StoredSlice): void {
  if (slice.endpoints !== null) slice.endpoints = slice.endpoints.map(withoutOtherTopology);
}
