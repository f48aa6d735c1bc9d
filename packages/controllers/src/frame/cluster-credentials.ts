/** Keys and certificates of the cluster, for controllers that hand out what is made with them. */
import type { KeyPair } from '@keelson/pki';

export interface SecretToken {
  readonly namespace: string;
  readonly account: string;
  readonly accountUid: string;
  /** The name of the Secret that keeps the token. */
  readonly secret: string;
}

export interface ClusterCredentials {
  /** The current authority that clients have to trust, in PEM. */
  authority(): string;
  /** Calls `listener` whenever the authority has changed. Returns a function that ends it. Absent where it never does. */
  readonly followAuthority?: (listener: () => void) => () => void;
  /** The key pair of the authority that signs for a signer; undefined where another process signs. */
  signingAuthority(signer: string): KeyPair | undefined;
  /** The longest life of a certificate. */
  readonly maxSigningSeconds: number;
  /** A token that is good for as long as its account and its Secret are there. Absent where another process makes them. */
  readonly issueSecretToken?: ((token: SecretToken) => Promise<string>) | undefined;
}
