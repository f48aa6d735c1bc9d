/** The user name and groups of a service account. */
import { dns1123Label, dns1123Subdomain } from '@keelson/meta';

const userPrefix = 'system:serviceaccount:';
export const serviceAccountsGroup = 'system:serviceaccounts';

export interface ServiceAccountName {
  readonly namespace: string;
  readonly name: string;
}

export function serviceAccountUser({ namespace, name }: ServiceAccountName): string {
  return `${userPrefix}${namespace}:${name}`;
}

export function serviceAccountGroups({ namespace }: ServiceAccountName): string[] {
  return [serviceAccountsGroup, `${serviceAccountsGroup}:${namespace}`];
}

/** Undefined for every other user, also one whose name only begins like that of a service account. */
export function splitServiceAccountUser(user: string): ServiceAccountName | undefined {
  if (!user.startsWith(userPrefix)) return undefined;
  const [namespace = '', name = '', ...more] = user.slice(userPrefix.length).split(':');
  const isOne = more.length === 0 && dns1123Label.check(namespace).length === 0;
  return isOne && dns1123Subdomain.check(name).length === 0 ? { namespace, name } : undefined;
}
