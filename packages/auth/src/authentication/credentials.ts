/** The credentials of a request, independent of the transport. */
import { hash, randomBytes } from 'node:crypto';

export interface Credentials {
  readonly bearerToken?: BearerToken | undefined;
  /** The token among the subprotocols of a WebSocket; `malformed` if it is there and cannot be read. */
  readonly webSocketToken?: BearerToken | 'malformed' | undefined;
  /** The subject of a verified client certificate; `untrusted` if no trusted authority signed it. */
  readonly certificate?: CertificateSubject | 'untrusted' | undefined;
  /** The user that a front proxy names, whose own certificate was verified. */
  readonly proxied?: ProxiedUser | undefined;
  /** There are several of a kind, and the one that a proxy before us checked is unknown. */
  readonly isAmbiguous?: boolean | undefined;
}

export interface CertificateSubject {
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** Milliseconds since 1970. */
  readonly expiresAtMs?: number | undefined;
}

export interface ProxiedUser {
  readonly name: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

export interface BearerToken {
  readonly text: string;
  readonly digest: string;
}

/**
 * Tokens are looked up by a keyed digest that only this process can compute, so that the
 * time of a look-up does not reveal how much of a guess was right.
 */
const digestKey = randomBytes(32).toString('base64');

export function bearerToken(text: string): BearerToken {
  let digest: string | undefined;
  return {
    text,
    get digest() {
      return (digest ??= digestOf(text));
    },
  };
}

export function digestOf(token: string): string {
  return hash('sha256', digestKey + token, 'base64');
}
