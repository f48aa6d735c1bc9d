/** Limited resources, from the plugin's configuration: they may be used only where a quota covers them. */
import type { Amounts } from '@keelson/meta';
import { signOfQuantity } from '@keelson/meta';
import type { Resource, ScopeRequirement } from '@keelson/schema';

export interface LimitedResource {
  readonly group: string;
  readonly plural: string;
  /** A resource name is limited if it contains one of these texts. */
  readonly matchContains: readonly string[];
  readonly matchScopes: readonly ScopeRequirement[];
}

/** The resource names in the usage of an object that need a quota. */
export function limitedNames(
  limited: readonly LimitedResource[],
  { group, plural }: Resource,
  usage: Amounts,
): string[] {
  const parts = limited
    .filter((each) => each.group === group && each.plural === plural)
    .flatMap(({ matchContains }) => matchContains);
  if (parts.length === 0) return [];
  const isLimited = (name: string): boolean => parts.some((part) => name.includes(part));
  return [...usage].flatMap(([name, amount]) => (signOfQuantity(amount) > 0 && isLimited(name) ? [name] : []));
}

/** Formatted as Go prints a slice of structs, as in the message of kube-apiserver. */
export function wordScopes(scopes: readonly ScopeRequirement[]): string {
  const each = scopes.map(({ scopeName, operator, values = [] }) => `{${scopeName} ${operator} [${values.join(' ')}]}`);
  return `[${each.join(' ')}]`;
}
