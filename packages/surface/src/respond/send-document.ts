/** Sends one document, of which all bytes are there: compact, or laid out for people as long as that is not too large. */

import type { MaybePromise } from '@keelson/telemetry';

import type { Representation } from '../negotiate/accept.ts';
import { createLayout } from '../represent/lay-out.ts';
import { gzipFromBytes, sendBytes, sendPieces, type Sending } from './send-pieces.ts';

/** Behind compact JSON. */
const newline = Buffer.from('\n');
const nothing = Buffer.alloc(0);

/** `bytes`: compact, if they are JSON. */
export function sendDocument(
  sending: Sending,
  bytes: Uint8Array,
  { encoding, isPretty }: Pick<Representation, 'encoding' | 'isPretty'>,
): MaybePromise<void> {
  if (encoding !== 'json') return sendBytes(sending, bytes, nothing);
  if (!isPretty) return sendBytes(sending, bytes, newline);
  const document = createLayout()(bytes);
  if (document.isCompact) return sendBytes(sending, bytes, newline);
  if (document.bytes >= gzipFromBytes) return sendPieces(sending, document);
  return sendBytes(sending, Buffer.concat([...document.pieces]), nothing);
}
