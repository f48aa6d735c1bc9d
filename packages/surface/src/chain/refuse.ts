/** Refusals that protect other requests: too many, too slow, too late. */
import type { Outgoing } from '@keelson/http';
import { timeout, type Status } from '@keelson/meta';

import { noteStatus } from '../respond/reply.ts';
import { sendStatus } from '../respond/send-status.ts';
import type { Chain } from './chain.ts';
import type { Passage } from '../exchange/passage.ts';
import type { Work } from '../exchange/turns.ts';

type Refusing = Pick<Chain, 'observer'>;
type RefusingBusy = Pick<Chain, 'observer' | 'retryAfter'>;

const plainText = 'text/plain; charset=utf-8';
const busyText = 'Too many requests, please try again later.\n';

export function refuseBusy(
  { observer, retryAfter }: RefusingBusy,
  { incoming, response, found }: Passage,
  work: Work,
): void {
  if (found.ok) observer?.onTerminated(incoming, found.route.info, 429);
  observer?.onDropped(work === 'mutating' ? 'mutating' : 'readOnly');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(429, {
    'Content-Type': plainText,
    'X-Content-Type-Options': 'nosniff',
    'Retry-After': retryAfter(),
    'Content-Length': busyText.length,
  });
  response.end(busyText);
}

/** The body of a request does not come, or hardly. */
export function refuseSlow({ observer }: Refusing, passage: Passage): void {
  const { incoming, response, found } = passage;
  if (found.ok) observer?.onTerminated(incoming, found.route.info, 408);
  closeAfter(response);
  sendStatus(passage, { ...timeout('the body of the request came too slowly'), code: 408 });
}

export function refuseLate({ observer }: Refusing, passage: Passage): void {
  const { incoming, response, found } = passage;
  passage.isLate = true;
  if (found.ok && response.headersSent) observer?.onAborted(incoming, found.route.info);
  else if (found.ok) observer?.onTerminated(incoming, found.route.info, 504);
  if (!incoming.isComplete()) closeAfter(response);
  sendBare(passage, timeout('request did not complete within the allotted timeout'));
}

/** As the API words what ends a request from outside: a Status that does not say that it is one, nor of what type it is. */
function sendBare(passage: Passage, status: Status): void {
  const { response } = passage;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  noteStatus(passage, status);
  removeHeaders(response);
  const { kind: _kind, apiVersion: _apiVersion, ...bare } = status;
  const body = Buffer.from(`${JSON.stringify(bare)}\n`);
  response.writeHead(status.code ?? 504, { 'Content-Type': plainText, 'Content-Length': body.length });
  response.end(body);
}

/** Of what stands outside of a request's work: what that has said so far belongs to an answer that does not come. */
const outerHeaders: ReadonlySet<string> = new Set(['audit-id', 'cache-control', 'connection']);

function removeHeaders(response: Outgoing): void {
  if (response.keepOnly !== undefined) {
    response.keepOnly(outerHeaders);
    return;
  }
  for (const name of response.getHeaderNames?.() ?? []) {
    if (!outerHeaders.has(name.toLowerCase())) response.removeHeader?.(name);
  }
}

/** The unread rest of the request would be parsed as the next one. */
function closeAfter(response: Outgoing): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
