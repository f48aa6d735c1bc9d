/** The TLS identity of a client, and the authority that it trusts. */
export interface EtcdCredentials {
  /** PEM. The authority that signed the certificates of the servers. */
  readonly ca: Buffer;
  /** PEM. The client's certificate and key; both or neither. */
  readonly cert?: Buffer;
  readonly key?: Buffer;
}
