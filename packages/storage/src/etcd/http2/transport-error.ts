/**
 * The failure of a connection, as it is told to each exchange on it. It says whether the peer can have seen the
 * request, which a text cannot: the same TLS alert comes while a connection is made and in its middle.
 */
const brand = Symbol.for('keelson.storage.transportError');

export interface TransportErrorOptions {
  readonly isUnsent: boolean;
}

export class TransportError extends Error {
  /**
   * The peer has surely not looked at the request: no byte of it was handed to the socket of an established
   * connection, or the peer itself said so (GOAWAY).
   */
  readonly isUnsent: boolean;
  readonly [brand] = true;

  constructor(message: string, { isUnsent }: TransportErrorOptions) {
    super(message);
    this.name = 'TransportError';
    this.isUnsent = isUnsent;
  }
}

export function isTransportError(error: unknown): error is TransportError {
  return typeof error === 'object' && error !== null && brand in error;
}
