/** Authorizers that look at nothing but who asks, or at nothing at all. */
import { mastersGroup } from '../user.ts';
import { noOpinion } from './authorizer.ts';
import type { Authorizer } from './authorizer.ts';

/** The group that may do everything, whatever the rules say: the way back in. */
export const mastersAuthorizer: Authorizer = {
  authorize: (user) => (user.groups.includes(mastersGroup) ? { verdict: 'allow' } : noOpinion),
};

export const alwaysAllow: Authorizer = { authorize: () => ({ verdict: 'allow' }) };

export const alwaysDeny: Authorizer = {
  authorize: () => ({ verdict: 'noOpinion', reason: 'Everything is forbidden.' }),
};

/** Paths that tell nothing but whether the server is well; everyone may ask, logged in or not. */
export function openPathsAuthorizer(paths: readonly string[]): Authorizer {
  const open = new Set(paths);
  return {
    authorize: (_user, attributes) =>
      attributes.kind === 'path' && attributes.verb === 'get' && open.has(attributes.path)
        ? { verdict: 'allow' }
        : noOpinion,
  };
}
