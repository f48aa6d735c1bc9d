/** A request of a client that is proxied to a node, a pod or an endpoint, by the path behind its subresource. */
import { posix } from 'node:path';

import type { Callouts, CalloutTarget } from '@keelson/callouts';
import { serviceUnavailable } from '@keelson/meta';
import type { ConnectionRequest } from '@keelson/surface';

import { leavingSignal } from '../proxy/leaving-signal.ts';
import { relayAnswer } from '../proxy/relay-answer.ts';
import { printRemotePath } from '../proxy/remote-path.ts';
import { bodyOf } from '../proxy/request-body.ts';
import { headersToSend } from '../proxy/request-headers.ts';
import { rewriteRedirect } from './rewrite-redirect.ts';

/** The path on the other server: without empty and dotted segments, with the slash at its end if it has one. */
export function remotePathOf({ options }: ConnectionRequest): string {
  const { path = '' } = options as { readonly path?: string };
  return path === '' ? '' : encodeURI(posix.normalize(path)).replaceAll('?', '%3F').replaceAll('#', '%23');
}

/** As it came, with its question mark; empty where there is none. */
export function queryText(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark);
}

/** Links of a page at a path without a slash would lead beside it. */
export function redirectToRoot({ incoming, response, path }: ConnectionRequest): void {
  response.setHeader('Location', `${path}/${queryText(incoming.url)}`);
  response.writeHead(301, { 'Content-Length': 0 });
  response.end();
}

export async function proxyRequest(
  callouts: Pick<Callouts, 'open'>,
  request: ConnectionRequest,
  target: CalloutTarget,
): Promise<void> {
  const { incoming, response, refuse } = request;
  const { rawHeaders, connection, method, url } = incoming;
  const headers = headersToSend({ rawHeaders, remoteAddress: connection.remoteAddress, auditId: undefined }, false);
  headers['x-forwarded-uri'] = printRemotePath(url).forwardedUri;
  const body = await bodyOf({ incoming, response, endTurn });
  if (body === 'gone') return;
  const length = incoming.headers['content-length'];
  if (body !== undefined && !Array.isArray(body) && length !== undefined) headers['content-length'] = length;
  const remotePath = remotePathOf(request);
  const path = `${remotePath === '' ? '/' : remotePath}${queryText(url)}`;
  const answer = await callouts.open(target, { method, path, headers, body, signal: leavingSignal(response) });
  if (!answer.ok) {
    if (!response.destroyed) refuse(serviceUnavailable(`error trying to reach service: ${answer.message}`));
    return;
  }
  relayAnswer(request, answer, rewriteRedirect(request, target));
}

/** The turn of a connection has ended before. */
export function endTurn(): void {
  // Nothing is held.
}
