/** Looks up the verbs of a place in its declaration: a verb that is not declared does not exist. */
import { methodNotAllowed, pathNotFound, type RequestTarget, verbNotSupported } from '@keelson/meta';
import type { Resource, Subresource, Verb } from '@keelson/schema';

import type { Outcome } from '../contract.ts';
import { groupResourceOf } from '../objects/form.ts';
import { done, refused } from '../outcome.ts';

/** `undefined` for the resource itself. Requests of clients come here with the verbs of clients alone. */
export function requireVerb(place: RequestTarget, verb: Verb): Outcome<Subresource | undefined> {
  const { resource, subresource: name } = place;
  if (name === undefined) return hasVerb(resource, verb) ? done(undefined) : refused(methodNotAllowed());
  const subresource = Object.hasOwn(resource.subresources, name) ? resource.subresources[name] : undefined;
  if (subresource === undefined) return refused(pathNotFound());
  return subresource.verbs.includes(verb) ? done(subresource) : refused(methodNotAllowed());
}

function hasVerb({ verbs, verbsOfServer }: Resource, verb: Verb): boolean {
  return verbs.includes(verb) || verbsOfServer?.includes(verb) === true;
}

/** It is declared, and nothing here carries it out. */
export function notCarriedOut({ resource, subresource }: RequestTarget, verb: Verb): Outcome<never> {
  const { group, resource: plural } = groupResourceOf(resource);
  const what = subresource === undefined ? plural : `${plural}/${subresource}`;
  return refused(verbNotSupported({ group, resource: what }, verb));
}
