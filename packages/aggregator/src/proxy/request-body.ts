/** The body of a request that is sent on. */
import type { Readable } from 'node:stream';

import type { ForwardedRequest } from '@keelson/surface';

import { BodyStream } from './body-stream.ts';

/** A body that has come whole is sent as it is, and can be sent again; others are sent as they come. */
export async function bodyOf({
  incoming,
  response,
  endTurn,
}: Pick<ForwardedRequest, 'incoming' | 'response' | 'endTurn'>): Promise<Readable | Uint8Array[] | 'gone' | undefined> {
  if (!incoming.isComplete()) {
    endTurn();
    return new BodyStream(incoming.readPieces());
  }
  const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers;
  if (coding === undefined && (length === undefined || length === '0')) return [];
  const body = await incoming.readBody(Infinity);
  return body.ok && !response.destroyed ? [body.bytes] : 'gone';
}
