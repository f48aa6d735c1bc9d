/** Resources that an operator has limited: what no quota covers may not be used at all. */
import type { Amounts } from '@keelson/meta';
import { signOfQuantity } from '@keelson/meta';
import type { Resource, ScopeRequirement } from '@keelson/schema';

export interface LimitedResource {
  readonly group: string;
  readonly plural: string;
  /** Texts, one of which the name of a limited amount contains. */
  readonly matchContains: readonly string[];
  readonly matchScopes: readonly ScopeRequirement[];
}

/** The names of the amounts that need a quota, out of those that an object uses. */
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

/** As Go prints a list of structs, which is what clients of this message know. */
export function wordScopes(scopes: readonly ScopeRequirement[]): string {
  const each = scopes.map(({ scopeName, operator, values = [] }) => `{${scopeName} ${operator} [${values.join(' ')}]}`);
  return `[${each.join(' ')}]`;
}
