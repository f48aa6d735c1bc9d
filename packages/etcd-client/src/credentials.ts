/** The TLS identity of a client, and the authority that it trusts. */
export interface EtcdCredentials {
  /** PEM. The authority that signed the certificates of the servers. */
  readonly ca: Buffer;
  /** PEM. The client's certificate and key; both or neither. */
  readonly cert?: Buffer;
  readonly key?: Buffer;
}

/** Asked before each connection, so that the next one has renewed certificates. Gives the same object until they change. */
export type CredentialSource = () => EtcdCredentials | undefined;
