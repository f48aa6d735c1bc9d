/**
 * Every failure of this package, each with a code. An exchange ends without an error, or with an `Http2Error` and
 * nothing else, whatever the server sends.
 */

/** Every code, and its meaning to the caller. */
export const http2ErrorCodes = {
  lost: 'The connection ended, or takes no more requests. `cause` is the error of its socket, if there was one.',
  reset: 'The server reset the stream, with `resetCode`.',
  malformed: 'The response breaks the rules of HTTP. Other exchanges of the connection are not affected.',
  protocol: 'What the server sent is no HTTP/2. The connection has ended.',
} as const;

export type Http2ErrorCode = keyof typeof http2ErrorCodes;

export interface Http2ErrorOptions {
  /**
   * The server has certainly not processed the request: no byte of it was passed to the socket of an established
   * connection, or the server said so (GOAWAY, REFUSED_STREAM).
   */
  readonly isUnsent?: boolean;
  readonly resetCode?: number;
  readonly cause?: unknown;
}

const brand = Symbol.for('keelson.http2.error');

export class Http2Error extends Error {
  readonly code: Http2ErrorCode;
  readonly isUnsent: boolean;
  readonly resetCode: number | undefined;
  readonly [brand] = true;

  constructor(code: Http2ErrorCode, message: string, { isUnsent = false, resetCode, cause }: Http2ErrorOptions = {}) {
    super(message, { cause });
    this.name = 'Http2Error';
    this.code = code;
    this.isUnsent = isUnsent;
    this.resetCode = resetCode;
  }
}

export function isHttp2Error(error: unknown): error is Http2Error {
  return typeof error === 'object' && error !== null && brand in error;
}

/** The peer broke the rules of the protocol: the connection cannot go on. A server says so in its GOAWAY. */
export function protocolError(message: string, resetCode: number = resetCodes.protocolError): Http2Error {
  return new Http2Error('protocol', message, { resetCode });
}

/** RFC 9113, section 7. */
export const resetCodes = {
  noError: 0,
  protocolError: 1,
  internalError: 2,
  flowControl: 3,
  streamClosed: 5,
  frameSize: 6,
  refusedStream: 7,
  cancel: 8,
  compression: 9,
  enhanceYourCalm: 11,
} as const;
