/** Whom to trust, and who one is. */
export interface EtcdCredentials {
  /** PEM. Who signed the servers' certificates. */
  readonly ca: Buffer;
  /** PEM. The certificate and the key of this client; both or neither. */
  readonly cert?: Buffer;
  readonly key?: Buffer;
}
