/** The identity that a client certificate gives a connection, once it is verified. */
import type { CertificateSubject } from './credentials.ts';

/** The client at the other end of a connection, as its certificate identifies it. */
export type Peer =
  | { readonly kind: 'none' }
  /** There is a certificate, but no trusted authority signed it. */
  | { readonly kind: 'untrusted' }
  | {
      readonly kind: 'trusted';
      readonly subject: CertificateSubject;
      /** An authority of clients vouches for it. */
      readonly isClient: boolean;
      /** An authority of proxies does: it may say who it asks for. */
      readonly isProxy: boolean;
    };
