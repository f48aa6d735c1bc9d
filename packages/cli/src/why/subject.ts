/** The user of a review, with the groups that every user of that kind is in. */

const accountPrefix = 'system:serviceaccount:';

export function groupsOf(user: string, given: readonly string[]): readonly string[] {
  const groups = [...given, ...usualGroupsOf(user)];
  return groups.filter((group, at) => groups.indexOf(group) === at);
}

function usualGroupsOf(user: string): readonly string[] {
  if (user === '') return [];
  if (user === 'system:anonymous') return ['system:unauthenticated'];
  const [namespace, name, ...more] = user.startsWith(accountPrefix) ? user.slice(accountPrefix.length).split(':') : [];
  if (namespace === undefined || name === undefined || more.length > 0) return ['system:authenticated'];
  return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'];
}
