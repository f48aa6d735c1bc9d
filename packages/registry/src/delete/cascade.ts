/** Deletes the object that goes with another one, by its name, once the other one is no longer stored. */
import { notFound } from '@keelson/meta';
import type { Scheme } from '@keelson/schema';

import { refused, done } from '../outcome.ts';
import { groupResourceOf } from '../objects/form.ts';
import type { Stores } from '../resources/stores.ts';
import { commit } from '../write/commit.ts';
import type { DeletedObject } from '../write/writing.ts';
import { beginDeletion } from './begin-deletion.ts';
import { plainDelete } from './plain-delete.ts';

interface CascadeParts {
  readonly scheme: Pick<Scheme, 'resource'>;
  readonly stores: Pick<Stores, 'of'>;
  readonly now: () => Date;
}

/**
 * Returns `undefined` where nothing goes with the object. Never rejects and reports no refusal: the first object is
 * deleted already, and controllers delete what is left behind. The second deletion is not admitted on its own.
 */
export function createCascade({ scheme, stores, now }: CascadeParts) {
  return ({ parts, store, namespace, name }: DeletedObject): Promise<void> | undefined => {
    const { cascadesTo } = store.stored;
    if (cascadesTo === undefined) return undefined;
    const resource = scheme.resource(cascadesTo.group, cascadesTo.version, cascadesTo.plural);
    const other = resource && stores.of(resource);
    if (resource === undefined || other === undefined) return undefined;
    const of = groupResourceOf(resource);
    const target = { parts, store: other, of, namespace, name, isDryRun: false };
    const deleting = commit(target, (current) => {
      if (current === undefined) return refused(notFound(of, name));
      const object = { ...current.object, metadata: { ...current.object.metadata } };
      const plan = { ...plainDelete, orphansByDefault: other.stored.orphansDependents !== undefined };
      return done(beginDeletion(other, object, plan, now()).change);
    });
    return deleting.then(
      () => undefined,
      () => undefined,
    );
  };
}
