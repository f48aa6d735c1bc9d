/** Defaults of bindings: `apiGroup` of the role and of users and groups is the group of the binding. */
import { parseGroupVersion } from '@keelson/meta';
import { defaultDomain } from '@keelson/schema';

interface Binding {
  readonly apiVersion?: string;
  readonly roleRef: { apiGroup: string };
  readonly subjects?: { readonly kind: string; apiGroup?: string }[];
}

/** The domain of the group is configured; a binding says in its apiVersion what it is. */
export function groupOfBinding({ apiVersion = '' }: Pick<Binding, 'apiVersion'>): string {
  const parsed = parseGroupVersion(apiVersion);
  const group = parsed.ok ? parsed.groupVersion.group : '';
  return group === '' ? `rbac.authorization.${defaultDomain}` : group;
}

export function defaultBindingGroups(binding: Binding): void {
  const group = groupOfBinding(binding);
  if (binding.roleRef.apiGroup === '') binding.roleRef.apiGroup = group;
  for (const subject of binding.subjects ?? []) {
    const isUser = subject.kind === 'User' || subject.kind === 'Group';
    if (isUser && (subject.apiGroup ?? '') === '') subject.apiGroup = group;
  }
}
