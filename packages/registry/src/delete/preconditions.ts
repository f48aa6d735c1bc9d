/** Checks the preconditions of a delete against the stored object. */
import { conflict } from '@keelson/meta';

import type { Outcome } from '../contract.ts';
import { groupKindOf, groupResourceOf } from '../objects/form.ts';
import type { DeletePlan } from '../options/delete-plan.ts';
import { done, refused } from '../outcome.ts';
import type { Store } from '../resources/stores.ts';
import type { Current } from '../write/current.ts';

/** Clients know the failure under the kind; under the resource where the delete has two phases. */
export function matchPreconditions(
  { stored }: Store,
  { uid, resourceVersion }: DeletePlan,
  { object, version }: Current,
): Outcome<void> {
  const { name = '', uid: uidFound = '' } = object.metadata;
  const found = { uid: uidFound, resourceVersion: String(version.revision) };
  const isTwoPhase = stored.deletion.kind === 'twoPhase';
  const { group, kind } = groupKindOf(stored);
  const of = isTwoPhase ? groupResourceOf(stored) : { group, resource: kind };
  if (uid !== undefined && uid !== found.uid) {
    const plain = `the UID in the precondition (${uid}) does not match the UID in record (${found.uid}). The object might have been deleted and then recreated`;
    const phased = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${found.uid}`;
    return refused(conflict(of, name, isTwoPhase ? phased : plain));
  }
  if (resourceVersion !== undefined && resourceVersion !== found.resourceVersion) {
    const plain = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${found.resourceVersion}). The object might have been modified`;
    const phased = `Precondition failed: ResourceVersion in precondition: ${resourceVersion}, ResourceVersion in object meta: ${found.resourceVersion}`;
    return refused(conflict(of, name, isTwoPhase ? phased : plain));
  }
  return done(undefined);
}
