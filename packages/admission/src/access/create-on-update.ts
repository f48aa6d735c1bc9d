/** Creating an object by an update or an apply to a free name needs the right to create it too. */
import type { Authorizer } from '@keelson/auth';
import { forbidden, internalError } from '@keelson/meta';

import type { AdmissionPlugin } from '../plugin.ts';

export function createOnUpdatePlugin(authorizer: Pick<Authorizer, 'authorize'>): AdmissionPlugin {
  return {
    name: 'CreateOnUpdate',
    // A plain create has been authorized as such already, and its path has no name.
    concerns: ({ operation, place }) => operation === 'create' && place.name !== undefined,
    validate: async ({ operation, place, caller }) => {
      const { resource, namespace = '', name, subresource } = place;
      if (operation !== 'create' || name === undefined || subresource !== undefined) return undefined;
      const { group, version, plural } = resource;
      const asked = { kind: 'resource', verb: 'create', group, version, resource: plural, subresource: '' } as const;
      const { verdict, reason = '', error } = await authorizer.authorize(caller.user, { ...asked, namespace, name });
      if (verdict === 'allow') return undefined;
      return error === undefined ? forbidden({ group, resource: plural }, name, reason) : internalError(error);
    },
  };
}
