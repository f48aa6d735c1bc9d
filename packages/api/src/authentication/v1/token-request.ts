/** TokenRequest: asks for a token of a service account. */
import { field, int64, kind, list, message, nullable, required, string, time, type TypeOf } from '@keelson/schema';

import { metadata } from '../../meta/v1/object-meta.ts';
import { tokenRequestRules, validateTokenRequest } from './token-request.rules.ts';

export const BoundObjectReference = message(
  'io.k8s.api.authentication.v1.BoundObjectReference',
  {
    kind: field(1, string, { about: 'Kind of the object: Pod or Secret.' }),
    apiVersion: field(2, string, { about: 'API version of the object.' }),
    name: field(3, string, { about: 'Name of the object.' }),
    uid: field(4, string, { about: 'UID of the object.' }),
  },
  { about: "An object whose lifetime limits a token's validity." },
);
export type BoundObjectReference = TypeOf<typeof BoundObjectReference>;

export const TokenRequestSpec = message(
  'io.k8s.api.authentication.v1.TokenRequestSpec',
  {
    audiences: required(1, list(string), {
      about: 'Intended audiences; a recipient not listed must refuse the token. Empty means the API server.',
    }),
    expirationSeconds: nullable(4, int64, {
      default: 3600,
      about: 'Requested lifetime in seconds, at least 600; the issuer may change it. Defaults to 3600.',
    }),
    boundObjectRef: nullable(3, BoundObjectReference, {
      about: 'Object the token depends on; once it is gone the token is invalid.',
    }),
  },
  { about: 'Properties of a requested token.', rules: tokenRequestRules, validate: validateTokenRequest },
);
export type TokenRequestSpec = TypeOf<typeof TokenRequestSpec>;

export const TokenRequestStatus = message(
  'io.k8s.api.authentication.v1.TokenRequestStatus',
  {
    token: required(1, string, { about: 'The token itself, an opaque secret string.' }),
    expirationTimestamp: required(2, time, { about: 'When the token expires.' }),
  },
  { about: 'An issued token.' },
);
export type TokenRequestStatus = TypeOf<typeof TokenRequestStatus>;

export const TokenRequest = kind(
  'io.k8s.api.authentication.v1.TokenRequest',
  {
    metadata,
    spec: required(2, TokenRequestSpec, { about: 'Properties wanted for the token.' }),
    status: field(3, TokenRequestStatus, { about: 'The issued token; filled in by the server.' }),
  },
  { about: 'Asks for a token of a service account.' },
);
export type TokenRequest = TypeOf<typeof TokenRequest>;
