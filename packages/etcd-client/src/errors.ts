/**
 * Every failure of this package, each with a code. A call rejects, and a watch ends, with one of these and with
 * nothing else, whatever the member sends.
 */

/** Every code, and its meaning to the caller. */
export const etcdClientErrorCodes = {
  transport: 'The connection failed, or the deadline passed. The error tells whether the request can have been seen.',
  status: 'etcd answered with a gRPC status other than OK.',
  messageTooLarge: 'The response is longer than is accepted. The request was served.',
  protocol: 'The response does not follow HTTP/2, gRPC or protobuf. The request may have been served.',
  inexactNumber: 'The response holds a number above 2^53, which JavaScript cannot represent exactly.',
} as const;

export type EtcdClientErrorCode = keyof typeof etcdClientErrorCodes;

const brand = Symbol.for('keelson.etcdClient.error');

export interface EtcdClientError extends Error {
  readonly code: EtcdClientErrorCode;
}

export function isEtcdClientError(error: unknown): error is EtcdClientError {
  return typeof error === 'object' && error !== null && brand in error;
}

export interface TransportErrorOptions {
  readonly isUnsent: boolean;
  readonly cause?: unknown;
}

/**
 * The failure of a connection, reported to each exchange on it. It carries whether the peer can have seen the request,
 * which the text cannot: the same TLS alert arrives during the handshake and after it.
 */
export class TransportError extends Error implements EtcdClientError {
  readonly code = 'transport';
  /**
   * The peer has certainly not processed the request: no byte of it was passed to the socket of an established
   * connection, or the peer said so (GOAWAY).
   */
  readonly isUnsent: boolean;
  readonly [brand] = true;

  constructor(message: string, { isUnsent, cause }: TransportErrorOptions) {
    super(message, { cause });
    this.name = 'TransportError';
    this.isUnsent = isUnsent;
  }
}

export function isTransportError(error: unknown): error is TransportError {
  return isEtcdClientError(error) && error.code === 'transport';
}

/** A gRPC status other than OK; the message begins with its number. */
export class StatusError extends Error implements EtcdClientError {
  readonly code = 'status';
  /** As in `grpc-status`: 14 is UNAVAILABLE. */
  readonly status: string;
  readonly [brand] = true;

  constructor(status: string, message: string) {
    super(`${status}: ${message}`);
    this.name = 'StatusError';
    this.status = status;
  }
}

/** The response exceeds the limit of a message. A request for less may succeed. */
export class MessageTooLargeError extends Error implements EtcdClientError {
  readonly code = 'messageTooLarge';
  readonly announcedBytes: number;
  readonly [brand] = true;

  constructor(announcedBytes: number, limitBytes: number) {
    super(`the answer has ${announcedBytes} bytes, more than the ${limitBytes} that are taken`);
    this.name = 'MessageTooLargeError';
    this.announcedBytes = announcedBytes;
  }
}

export class ProtocolError extends Error implements EtcdClientError {
  readonly code = 'protocol';
  readonly [brand] = true;

  constructor(message: string) {
    super(message);
    this.name = 'ProtocolError';
  }
}

export class InexactNumberError extends Error implements EtcdClientError {
  readonly code = 'inexactNumber';
  readonly [brand] = true;

  constructor(number: number) {
    super(`etcd is at revision ${number}, beyond what can be told exactly (2^53).`);
    this.name = 'InexactNumberError';
  }
}
