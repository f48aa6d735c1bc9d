/** Admits an object that is posted to a subresource and carried out rather than stored, such as a Binding. */
import { badRequest } from '@keelson/meta';

import type { Outcome } from '../contract.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { setOrDelete } from '../objects/api-object.ts';
import { timeText } from '../objects/api-time.ts';
import { bodyFormOf } from '../objects/form.ts';
import { done, refused } from '../outcome.ts';
import { admitWrite, validateWrite } from '../write/admit-write.ts';
import type { Writing } from '../write/writing.ts';

/** The object as the plugins left it. Takes over `object`. */
export async function admitPosted(writing: Writing, object: ApiObject): Promise<Outcome<ApiObject>> {
  const { place } = writing;
  const form = bodyFormOf(place);
  own(writing, object);
  const write = { operation: 'create', old: undefined, forms: { object: form, old: form } } as const;
  const admitted = await admitWrite(writing, { ...write, object });
  if (!admitted.ok) return admitted;
  const left = admitted.value;
  if (place.name !== undefined && (left.metadata.name ?? '') !== place.name) {
    return refused(badRequest(`name in URL does not match name in ${form.kind} object`));
  }
  const allowed = await validateWrite(writing, { ...write, object: left });
  return allowed.ok ? done(left) : allowed;
}

/** Owners are recorded as for any write, though nothing is stored: webhooks see them. */
function own({ parts, place, plan }: Writing, object: ApiObject): void {
  const manager = parts.ownership.ofForm(bodyFormOf(place));
  const { subresource = '' } = place;
  const time = timeText(parts.now());
  const recorded = manager.recordUpdate({ live: undefined, next: object, manager: plan.manager, subresource, time });
  setOrDelete(object.metadata, 'managedFields', (recorded.object as ApiObject).metadata.managedFields);
}
