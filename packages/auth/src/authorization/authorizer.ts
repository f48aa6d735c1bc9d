/** May they? Decisions over what a request is about; blind to how it came. */
import type { RequestAttributes, UserInfo } from '@keelson/meta';

import type { PolicyRule } from './rbac/access-objects.ts';

/** `noOpinion` leaves it to the next authorizer; if none allows, the request is denied. */
export interface Decision {
  readonly verdict: 'allow' | 'deny' | 'noOpinion';
  readonly reason?: string;
  /** The error that prevented a full decision. A request not allowed because of it failed; it was not forbidden. */
  readonly error?: string;
}

/** The rules of a user, as far as they can be listed without a request. */
export interface RulesAnswer {
  readonly rules: readonly PolicyRule[];
  /** True if there may be further rules that cannot be listed. */
  readonly isIncomplete: boolean;
  readonly errors: readonly string[];
}

export interface Authorizer {
  /** Answers synchronously where it can: it is called for every request. */
  authorize(user: UserInfo, attributes: RequestAttributes): Decision | Promise<Decision>;
  /** The user's rules in the namespace and at cluster scope. Absent if the authorizer does not decide by rules. */
  rulesFor?(user: UserInfo, namespace: string): RulesAnswer;
}

export const noOpinion: Decision = { verdict: 'noOpinion' };
