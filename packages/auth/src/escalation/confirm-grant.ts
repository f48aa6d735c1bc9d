/**
 * Privilege escalation check: no caller grants permissions that they do not hold. Only roles
 * bound to them in the namespace count; other authorizers may allow more, but do not count.
 */
import type { UserInfo } from '@keelson/meta';
import { quote } from '@keelson/schema';

import type { PolicyRule } from '../authorization/rbac/access-objects.ts';
import type { RulesAnswer } from '../authorization/authorizer.ts';
import { compactRules } from './compact.ts';
import { examineParts } from './cover.ts';
import { printList, printRule } from './print-rule.ts';

/** To do everything, everywhere. */
export const fullAuthority: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

export interface RulesHeld {
  rulesFor(user: UserInfo, namespace: string): RulesAnswer | Promise<RulesAnswer>;
}

export interface GrantAttempt {
  readonly user: UserInfo;
  readonly namespace: string;
  readonly wanted: readonly PolicyRule[];
}

/**
 * Why not, in the words that clients know; `undefined` if the caller may. `giveWay` is called between parts of the
 * grant, and waited for where it answers with a promise.
 */
export async function confirmGrant(
  held: RulesHeld,
  { user, namespace, wanted }: GrantAttempt,
  giveWay: () => Promise<void> | undefined,
): Promise<string | undefined> {
  const { rules, errors } = await held.rulesFor(user, namespace);
  const uncovered: PolicyRule[] = [];
  for (const part of examineParts(rules, wanted)) {
    if (part !== undefined) uncovered.push(part);
    const paused = giveWay();
    if (paused !== undefined) await paused;
  }
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
