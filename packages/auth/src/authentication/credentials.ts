/** What a request brings to prove who sent it. How it was carried is not known here. */
export interface Credentials {
  readonly bearerToken?: string | undefined;
  /** The subject of a client certificate that the listener has verified against the client authority. */
  readonly certificateSubject?: CertificateSubject | undefined;
}

export interface CertificateSubject {
  readonly commonName: string;
  readonly organizations: readonly string[];
}
