/** Has the owners of a write recorded in its object. Never fails: no write is refused for its bookkeeping. */
import type { FieldManager } from '@keelson/patch';
import { isPromise } from '@keelson/telemetry';

import { isConversionError } from '../conversion-error.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { setOrDelete } from '../objects/api-object.ts';
import { withEmptyLists } from '../objects/empty-lists.ts';
import { isSemanticallyEqual } from '../objects/is-equal.ts';
import { timeText } from '../objects/api-time.ts';
import type { Writing } from './writing.ts';

/**
 * `object` and `live` are in the version of the place; `live` is absent for a create. A promise where another server has
 * to convert one of them first.
 */
export function own(writing: Writing, object: ApiObject, live: ApiObject | undefined): Promise<void> | undefined {
  const { parts, place, plan } = writing;
  const { resource, subresource = '' } = place;
  // Nobody's fields change, which need not be looked at in the versions of all managers.
  if (resource.convertRemotely !== undefined && isSemanticallyEqual(object, live)) return undefined;
  const record = (manager: FieldManager): void => {
    withEmptyLists(object, () => {
      const time = timeText(parts.now());
      const recorded = manager.recordUpdate({ live, next: object, manager: plan.manager, subresource, time });
      setOrDelete(object.metadata, 'managedFields', (recorded.object as ApiObject).metadata.managedFields);
    });
  };
  const recording = parts.ownership.run(resource, record);
  return isPromise(recording) ? recording.catch((error: unknown) => keepOwners(object, live, error)) : undefined;
}

/** While its webhook is down, an object in its stored version can be written: its owners stay as they were, and none is lost. */
function keepOwners({ metadata }: ApiObject, live: ApiObject | undefined, error: unknown): void {
  if (!isConversionError(error)) throw error;
  setOrDelete(metadata, 'managedFields', live?.metadata.managedFields);
}
