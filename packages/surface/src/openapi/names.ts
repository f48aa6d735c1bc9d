/** Names that the documents give to groups and operations, from which client generators make the names of functions. */

/** `rbac.authorization.k8s.io` is `RbacAuthorization`, no group is `Core`. */
export function groupTitle(group: string, domain: string): string {
  if (group === '') return 'Core';
  const suffix = `.${domain}`;
  const short = group.endsWith(suffix) ? group.slice(0, -suffix.length) : group;
  return short.split(/[.-]/).map(capitalize).join('');
}

/** `rbacAuthorization_v1` */
export function tagOf(group: string, version: string | undefined, domain: string): string {
  const title = groupTitle(group, domain);
  const name = title.charAt(0).toLowerCase() + title.slice(1);
  return version === undefined ? name : `${name}_${version}`;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
