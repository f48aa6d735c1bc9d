/**
 * Nobody grants what they do not hold. What a caller holds is what roles give them in
 * the namespace; other authorizers may allow more, and do not count.
 */
import { quote } from '@keelson/schema';

import type { PolicyRule } from '../authorization/rbac/access-objects.ts';
import type { RulesAnswer } from '../authorization/authorizer.ts';
import type { User } from '../user.ts';
import { compactRules } from './compact.ts';
import { findUncovered } from './cover.ts';
import { printList, printRule } from './print-rule.ts';

/** To do everything, everywhere. */
export const fullAuthority: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

export interface RulesHeld {
  rulesFor(user: User, namespace: string): RulesAnswer;
}

/** Why not, in the words that clients know; `undefined` if the caller may. */
export function confirmGrant(
  held: RulesHeld,
  user: User,
  namespace: string,
  wanted: readonly PolicyRule[],
): string | undefined {
  const { rules, errors } = held.rulesFor(user, namespace);
  const uncovered = findUncovered(rules, wanted);
  if (uncovered.length === 0) return undefined;
  const missing = [...new Set(compactRules(uncovered).map(printRule))].sort(byCodeUnits);
  const who = `user ${quote(user.name)} (groups=${printList(user.groups)})`;
  const unresolved = errors.length === 0 ? '' : `; resolution errors: [${wordErrors(errors)}]`;
  return `${who} is attempting to grant RBAC permissions not currently held:\n${missing.join('\n')}${unresolved}`;
}

function wordErrors(errors: readonly string[]): string {
  return errors.length === 1 ? (errors[0] ?? '') : `[${errors.join(', ')}]`;
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
