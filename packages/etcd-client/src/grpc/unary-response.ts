/** Collects the one message of a response. Plain data with functions, since every call creates one. */
import { ProtocolError } from '../errors.ts';
import { prefixBytes, readPrefix } from './length-prefixed-message.ts';
import { appendPiece, joinPieces } from './pieces.ts';
import type { MessagePieces } from './pieces.ts';

export interface UnaryResponse extends MessagePieces {
  /** Negative until the prefix has arrived. */
  expected: number;
}

export function emptyResponse(): UnaryResponse {
  return { list: [], length: 0, used: -1, expected: -1 };
}

/** Throws if the message is compressed or too large, or if bytes follow it. */
export function appendToResponse(response: UnaryResponse, piece: Buffer): void {
  appendPiece(response, piece);
  if (response.expected < 0 && response.length >= prefixBytes) {
    response.expected = prefixBytes + readPrefix(joinPieces(response), 0);
  }
  if (response.expected >= 0 && response.length > response.expected) {
    throw new ProtocolError('etcd sent more than an answer');
  }
}

/** `undefined` if the message is incomplete. */
export function unaryMessageOf(response: UnaryResponse): Buffer | undefined {
  return response.length === response.expected ? joinPieces(response).subarray(prefixBytes) : undefined;
}
