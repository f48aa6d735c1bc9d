/** Has the owners of a write recorded in its object. Never fails: no write is refused for its bookkeeping. */
import type { ApiObject } from '../objects/api-object.ts';
import { setOrDelete } from '../objects/api-object.ts';
import { withEmptyLists } from '../objects/empty-lists.ts';
import { timeText } from '../objects/api-time.ts';
import type { Writing } from './writing.ts';

/** `object` and `live` are in the version of the place; `live` is absent for a create. */
export function own({ parts, place, plan }: Writing, object: ApiObject, live: ApiObject | undefined): void {
  const { resource, subresource = '' } = place;
  const { of } = parts.ownership;
  withEmptyLists(object, () => {
    const time = timeText(parts.now());
    const recorded = of(resource).recordUpdate({ live, next: object, manager: plan.manager, subresource, time });
    setOrDelete(object.metadata, 'managedFields', (recorded.object as ApiObject).metadata.managedFields);
  });
}
