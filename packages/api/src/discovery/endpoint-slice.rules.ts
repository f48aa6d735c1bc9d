/** Validates writes of endpoint slices of all versions. Addresses, names and topology are not checked. */
import type { ResourceHooks } from '@keelson/schema';

import { checkImmutable } from '../rules/immutable-field.ts';

export const endpointSliceRules = ['addressType stays.'];

export const endpointSliceHooks: ResourceHooks<{ readonly addressType: string }> = {
  validateUpdate: (object, old, report) => checkImmutable(report, 'addressType', object.addressType, old.addressType),
};
