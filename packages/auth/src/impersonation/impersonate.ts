/**
 * Impersonation: the permissions it requires, and the resulting user. Independent of the
 * transport of the request.
 */
import type { ResourceRequestAttributes, UserInfo } from '@keelson/meta';

import type { Authorizer, Decision } from '../authorization/authorizer.ts';
import { serviceAccountGroups, splitServiceAccountUser } from '../service-accounts/service-account-name.ts';
import { anonymousUser, authenticatedGroup, unauthenticatedGroup } from '../user.ts';

export interface Impersonation {
  readonly user: string;
  readonly groups: readonly string[];
  readonly uid?: string | undefined;
  /** In the order they came; a key may come several times. */
  readonly extra: readonly (readonly [key: string, value: string])[];
}

export type ImpersonationResult =
  | { readonly ok: true; readonly user: UserInfo }
  /** The impersonation request that was not allowed. */
  | { readonly ok: false; readonly attributes: ResourceRequestAttributes; readonly decision: Decision };

export interface Impersonator {
  readonly authorizer: Pick<Authorizer, 'authorize'>;
  /** Of the groups of the API. */
  readonly domain: string;
}

/** Everything that is wished for has to be allowed, each by itself. */
export async function impersonate(
  { authorizer, domain }: Impersonator,
  caller: UserInfo,
  wish: Impersonation,
): Promise<ImpersonationResult> {
  for (const attributes of attributesOf(wish, domain)) {
    const decision = await authorizer.authorize(caller, attributes);
    if (decision.verdict !== 'allow') return { ok: false, attributes, decision };
  }
  return { ok: true, user: userOf(wish) };
}

function attributesOf({ user, groups, uid, extra }: Impersonation, domain: string): ResourceRequestAttributes[] {
  const group = `authentication.${domain}`;
  const core = {
    kind: 'resource',
    verb: 'impersonate',
    group: '',
    version: 'v1',
    subresource: '',
    namespace: '',
  } as const;
  const account = splitServiceAccountUser(user);
  return [
    account === undefined
      ? { ...core, resource: 'users', name: user }
      : { ...core, resource: 'serviceaccounts', ...account },
    ...groups.map((name) => ({ ...core, resource: 'groups', name })),
    ...extra.map(([key, name]) => ({ ...core, group, resource: 'userextras', subresource: key, name })),
    ...(uid === undefined ? [] : [{ ...core, group, resource: 'uids', name: uid }]),
  ];
}

function userOf({ user: name, groups, uid, extra }: Impersonation): UserInfo {
  const gathered = new Map<string, string[]>();
  for (const [key, value] of extra) gathered.set(key, [...(gathered.get(key) ?? []), value]);
  return {
    name,
    ...(uid !== undefined && { uid }),
    groups: groupsOf(name, groups),
    ...(gathered.size > 0 && { extra: Object.fromEntries(gathered) }),
  };
}

/** The groups of a service account follow from its name, unless the request names groups. */
function groupsOf(name: string, wished: readonly string[]): string[] {
  const account = splitServiceAccountUser(name);
  const groups = wished.length === 0 && account !== undefined ? serviceAccountGroups(account) : [...wished];
  if (name === anonymousUser.name) {
    return groups.includes(unauthenticatedGroup) ? groups : [...groups, unauthenticatedGroup];
  }
  const isTold = groups.includes(authenticatedGroup) || groups.includes(unauthenticatedGroup);
  return isTold ? groups : [...groups, authenticatedGroup];
}
