/** TokenReview: asks the server to check a token and name its user. */
import { bool, field, kind, list, map, message, required, string, type TypeOf } from '@keelson/schema';

import { metadata } from '../../meta/v1/object-meta.ts';

export const TokenReviewSpec = message(
  'io.k8s.api.authentication.v1.TokenReviewSpec',
  {
    token: field(1, string, { about: 'The opaque bearer token.' }),
    audiences: field(2, list(string), {
      about: 'Audiences of the caller, one of which must fit; empty means the API server.',
    }),
  },
  { about: 'A token to check.' },
);
export type TokenReviewSpec = TypeOf<typeof TokenReviewSpec>;

export const UserInfo = message(
  'io.k8s.api.authentication.v1.UserInfo',
  {
    username: field(1, string, { about: 'Name that identifies the user among all active users.' }),
    uid: field(2, string, { about: 'Unique id that tells apart users who had the same name over time.' }),
    groups: field(3, list(string), { about: 'Groups the user belongs to.' }),
    extra: field(4, map(list(string, { isWrapped: true })), {
      about: 'Further attributes from the authenticator, by key.',
    }),
  },
  { about: 'Identity details of a user.' },
);
export type UserInfo = TypeOf<typeof UserInfo>;

export const TokenReviewStatus = message(
  'io.k8s.api.authentication.v1.TokenReviewStatus',
  {
    authenticated: field(1, bool, { about: 'Whether the token belongs to a known user.' }),
    user: field(2, UserInfo, { about: 'The user the token belongs to.' }),
    audiences: field(4, list(string), {
      about: 'Requested audiences the token is valid for; empty means audiences were not considered.',
    }),
    error: field(3, string, { about: 'Why the token could not be checked, if so.' }),
  },
  { about: 'Result of a token check.' },
);
export type TokenReviewStatus = TypeOf<typeof TokenReviewStatus>;

export const TokenReview = kind(
  'io.k8s.api.authentication.v1.TokenReview',
  {
    metadata,
    spec: required(2, TokenReviewSpec, { about: 'The token to check.' }),
    status: field(3, TokenReviewStatus, { about: 'Result of the check; filled in by the server.' }),
  },
  { about: 'Asks the server to check a token and name its user.' },
);
export type TokenReview = TypeOf<typeof TokenReview>;
