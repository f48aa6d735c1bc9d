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

/** `noOpinion` leaves it to the next; when nobody allows, it is denied. */
export interface Decision {
  readonly verdict: 'allow' | 'deny' | 'noOpinion';
  readonly reason?: string;
  /** What kept it from deciding better. Who is not allowed because of it was not refused, but failed. */
  readonly error?: string;
}

/** What somebody may do, as far as it can be told without a request. */
export interface RulesAnswer {
  readonly rules: readonly PolicyRule[];
  /** Whether there may be more that cannot be told. */
  readonly isIncomplete: boolean;
  readonly errors: readonly string[];
}

export interface Authorizer {
  /** Answers at once where it can, without a promise: it is asked for every request. */
  authorize(user: User, attributes: Attributes): Decision | Promise<Decision>;
  /** What the user may do in the namespace and beyond namespaces. Absent where rules are not what decides. */
  rulesFor?(user: User, namespace: string): RulesAnswer;
}

export const noOpinion: Decision = { verdict: 'noOpinion' };
