/** Sends an answer on as it comes, no faster than the client takes it in. */
import type { StreamedAnswer } from '@keelson/callouts';
import type { Outgoing } from '@keelson/http';
import type { ForwardedRequest } from '@keelson/surface';

import { setAnswerHeaders, type RewriteLocation } from './answer-headers.ts';

type Relaying = Pick<ForwardedRequest, 'response' | 'pace'>;

export function relayAnswer(
  { response, pace }: Relaying,
  answer: StreamedAnswer,
  rewriteLocation: RewriteLocation,
): void {
  const { body, whole } = answer;
  if (response.destroyed || response.writableEnded) {
    body?.destroy();
    return;
  }
  try {
    setAnswerHeaders(response, answer.rawHeaders, rewriteLocation);
  } catch {
    // The headers of the other server cannot be sent in HTTP.
    body?.destroy();
    response.destroy();
    return;
  }
  response.writeHead(answer.status);
  if (body === undefined) {
    if (whole !== undefined) sendWhole({ response, pace }, whole);
    response.end();
    return;
  }
  flushSoon(response);
  const onDrain = (): void => {
    pace.rests();
    body.resume();
  };
  response.on('drain', onDrain);
  response.once('close', () => body.destroy());
  body.on('data', (bytes: Buffer) => {
    if (response.write(bytes) || response.destroyed) return;
    body.pause();
    pace.waits();
  });
  body.on('end', () => {
    response.off('drain', onDrain);
    response.end();
  });
  // A client must not take what came for the whole answer.
  body.on('error', () => response.destroy());
}

function sendWhole({ response, pace }: Relaying, bytes: Buffer): void {
  if (response.write(bytes) || response.destroyed) return;
  pace.waits();
  response.once('drain', () => pace.rests());
}

/** The head goes with the first bytes where they are there already; a watch may not have any for long. */
function flushSoon(response: Outgoing): void {
  setImmediate(() => {
    if (!response.destroyed && !response.writableEnded) response.flushHeaders();
  });
}
