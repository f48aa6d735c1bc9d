/** Checks that the body names the object in the path. A namespace that the body omits is filled in. */
import { badRequest, type RequestTarget } from '@keelson/meta';

import type { Outcome } from '../contract.ts';
import { done, refused } from '../outcome.ts';
import type { ApiObject } from '../objects/api-object.ts';

export function matchNamespace({ resource, namespace = '' }: RequestTarget, { metadata }: ApiObject): Outcome<void> {
  const given = metadata.namespace ?? '';
  if (resource.scope === 'Cluster') delete metadata.namespace;
  else if (given === '') metadata.namespace = namespace;
  else if (given !== namespace) {
    const message = 'the namespace of the provided object does not match the namespace sent on the request';
    return refused(badRequest(message));
  }
  return done(undefined);
}

export function matchName({ name = '' }: RequestTarget, { metadata }: ApiObject): Outcome<void> {
  const given = metadata.name ?? '';
  if (given === name) return done(undefined);
  const message =
    given === ''
      ? `the name of the object (${name} based on URL) was undeterminable: name must be provided`
      : `the name of the object (${given}) does not match the name on the URL (${name})`;
  return refused(badRequest(message));
}
