/** Which service accounts there are, and what their tokens may be bound to. Where they are kept is not known here. */
import type { ServiceAccountName } from './service-account-name.ts';

export interface LiveObject {
  readonly uid: string;
  /** When it is to be gone; it counts as gone from then on, whatever still holds it. */
  readonly endsMs?: number | undefined;
  /** The digest of the token that it keeps. */
  readonly tokenDigest?: string | undefined;
}

/** A pod, a secret: the word for it in a token. */
export type BoundClaim = string;

export interface AccountDirectory {
  /** Answers at once from memory where it can. */
  account(name: ServiceAccountName): LiveObject | undefined | Promise<LiveObject | undefined>;
  bound(binding: BoundClaim, name: ServiceAccountName): LiveObject | undefined | Promise<LiveObject | undefined>;
}
