/** Turns a committed change into the answer to a write. */
import type { WriteAnswer } from '../contract.ts';
import { groupResourceOf } from '../objects/form.ts';
import type { Committed } from './commit.ts';
import type { Writing } from './writing.ts';

export function answerOf({ store, warnings }: Writing, { version, end }: Committed): WriteAnswer {
  return { object: version, form: store.form, isCreated: end === 'created', warnings: [...warnings] };
}

export function targetOf({ parts, store, place, plan }: Writing) {
  const { namespace, name = '' } = place;
  return { parts, store, of: groupResourceOf(place.resource), namespace, name, isDryRun: plan.isDryRun };
}
