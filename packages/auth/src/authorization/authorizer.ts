/** May they? Decisions over what a request is about; blind to how it came. */
import type { User } from '../user.ts';
import type { PolicyRule } from './rbac/access-objects.ts';

export interface ResourceAttributes {
  readonly kind: 'resource';
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

export interface PathAttributes {
  readonly kind: 'path';
  readonly verb: string;
  readonly path: string;
}

export type Attributes = ResourceAttributes | PathAttributes;

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
  authorize(user: User, attributes: Attributes): Decision | Promise<Decision>;
  /** The user's rules in the namespace and at cluster scope. Absent if the authorizer does not decide by rules. */
  rulesFor?(user: User, namespace: string): RulesAnswer;
}

export const noOpinion: Decision = { verdict: 'noOpinion' };
