/** Maps the claims of a verified ID token to a user. */
import type { UserInfo } from '@keelson/meta';

import { refuseCredentials } from '../authentication/authenticator.ts';
import type { TokenAuthentication } from '../authentication/authenticator.ts';
import { withAuthenticatedGroup } from '../user.ts';

export interface ClaimRules {
  readonly usernameClaim: string;
  readonly usernamePrefix: string;
  readonly groupsClaim?: string | undefined;
  readonly groupsPrefix: string;
  /** Claims that have to be there, with these values. */
  readonly requiredClaims: ReadonlyMap<string, string>;
}

export type UserResult =
  { readonly ok: true; readonly user: UserInfo } | { readonly ok: false; readonly refusal: TokenAuthentication };

type Claims = Readonly<Record<string, unknown>>;

export function userOfClaims(claims: Claims, rules: ClaimRules): UserResult {
  const { usernameClaim, usernamePrefix, groupsClaim, groupsPrefix, requiredClaims } = rules;
  const name = own(claims, usernameClaim);
  if (typeof name !== 'string' || name === '') return no(`the claim ${usernameClaim} names nobody`);
  // An unverified address may belong to anyone.
  const verified = own(claims, 'email_verified');
  if (usernameClaim === 'email' && verified !== undefined && verified !== true) return no('email not verified');
  const missing = [...requiredClaims].find(([claim, value]) => own(claims, claim) !== value);
  if (missing !== undefined) return no(`required claim ${missing[0]} is missing or has another value`);
  const groups = groupsClaim === undefined ? [] : textsOf(own(claims, groupsClaim));
  if (groups === undefined) return no(`the claim ${groupsClaim ?? ''} is neither a text nor a list of texts`);
  const user = { name: `${usernamePrefix}${name}`, groups: groups.map((group) => `${groupsPrefix}${group}`) };
  return { ok: true, user: withAuthenticatedGroup(user) };
}

function own(claims: Claims, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : undefined;
}

function no(why: string): UserResult {
  return { ok: false, refusal: refuseCredentials(`oidc: ${why}`) };
}

/** One group may be given without a list; none at all is none. */
function textsOf(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return [value];
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined;
}
