/** Authorizers with fixed rules, independent of roles and bindings. */
import type { UserInfo, RequestAttributes } from '@keelson/meta';

import { authenticatedGroup, mastersGroup } from '../user.ts';
import { noOpinion } from './authorizer.ts';
import type { Authorizer, Decision } from './authorizer.ts';
import type { PolicyRule } from './rbac/access-objects.ts';
import { compileRules, questionOf } from './rbac/compile-rules.ts';

const allow: Decision = { verdict: 'allow' };

/** The group that may do everything, whatever the rules say: the way back in. */
export const mastersAuthorizer: Authorizer = {
  authorize: (user) => (user.groups.includes(mastersGroup) ? allow : noOpinion),
};

const everything: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

export const alwaysAllow: Authorizer = {
  authorize: () => allow,
  rulesFor: () => ({ rules: everything, isIncomplete: false, errors: [] }),
};

export const alwaysDeny: Authorizer = {
  authorize: () => ({ verdict: 'noOpinion', reason: 'Everything is forbidden.' }),
};

/** Paths that reveal only the server's health, open to everyone, anonymous callers included, while `isOpen()`. */
export function openPathsAuthorizer(paths: readonly string[], isOpen: () => boolean = () => true): Authorizer {
  const open = new Set(paths);
  const isOpenPath = (attributes: RequestAttributes): boolean =>
    attributes.kind === 'path' && attributes.verb === 'get' && open.has(attributes.path);
  return { authorize: (_user, attributes) => (isOpenPath(attributes) && isOpen() ? allow : noOpinion) };
}

/** Rules for every authenticated user. Rules reviews list them only if `told`. */
export function everyoneAuthorizer(rules: readonly PolicyRule[], { told }: { readonly told: boolean }): Authorizer {
  const { allows } = compileRules(rules);
  const isLoggedIn = ({ groups }: UserInfo): boolean => groups.includes(authenticatedGroup);
  const none = { rules: [], isIncomplete: false, errors: [] };
  return {
    authorize: (user, attributes) => (isLoggedIn(user) && allows(questionOf(attributes)) ? allow : noOpinion),
    ...(told && { rulesFor: (user: UserInfo) => (isLoggedIn(user) ? { ...none, rules } : none) }),
  };
}
