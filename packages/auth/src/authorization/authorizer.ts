/** May they? Decisions over what a request is about; blind to how it came. */
import type { User } from '../user.ts';

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
}

export interface Authorizer {
  authorize(user: User, attributes: Attributes): Decision | Promise<Decision>;
}

export const noOpinion: Decision = { verdict: 'noOpinion' };
