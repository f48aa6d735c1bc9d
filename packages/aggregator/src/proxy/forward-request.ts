/**
 * The proxy of aggregated APIs: carries an authorized request over to the server of its API.
 *
 *     unavailable, no address ─ 503      no connection, no HTTP ─ 503 with the reason
 *     answer ─ passed on as it comes     101 ─ both connections joined
 */
import type { Callouts, CalloutTarget, ResolveService } from '@keelson/callouts';
import { sendPageNotFound, sendText, type Forward, type ForwardedRequest } from '@keelson/surface';

import type { RemoteApi, RemoteOf } from '../contract.ts';
import { forwardSwitch } from './forward-switch.ts';
import { leavingSignal } from './leaving-signal.ts';
import { relayAnswer } from './relay-answer.ts';
import { printRemotePath } from './remote-path.ts';
import { bodyOf } from './request-body.ts';
import { asksToSwitch, headersToSend } from './request-headers.ts';

export interface ProxyParts {
  readonly remoteOf: RemoteOf;
  readonly callouts: Pick<Callouts, 'open'>;
  readonly resolveService: ResolveService;
}

/** The limits of requests here count for those behind the proxy too; open watches have none. */
const maxInFlight = 10_000;
/** Discovery is cheap, and one server that does not answer it would hold up the clients of all. */
const discoveryMs = 5_000;

export function createForward(parts: ProxyParts): Forward {
  const variants = new WeakMap<CalloutTarget, Variants>();
  return (request) => {
    const { response, group, version } = request;
    const remote = parts.remoteOf(group, version);
    if (remote === undefined) {
      sendPageNotFound(response);
      return undefined;
    }
    const host = findHost(parts, remote);
    if (!remote.isAvailable || host === undefined) {
      refuse(response, 'service unavailable');
      return undefined;
    }
    const known = variants.get(remote.target) ?? variantsOf(remote.target);
    variants.set(remote.target, known);
    const isSwitching = asksToSwitch(request.incoming.headers.connection);
    return isSwitching
      ? switchOver(parts, request, known.switching)
      : forwardPlain(parts, request, { target: known.plain, host });
  };
}

/** Connections of HTTP/2 cannot switch. */
interface Variants {
  readonly plain: CalloutTarget;
  readonly switching: CalloutTarget;
}

function variantsOf(target: CalloutTarget): Variants {
  const plain = { ...target, maxInFlight };
  return { plain, switching: { ...plain, http1Only: true } };
}

/** As the other server is told: the address that requests go to. Undefined if there is none. */
function findHost({ resolveService }: ProxyParts, { target: { address } }: RemoteApi): string | undefined {
  if (address.kind === 'url') return new URL(address.origin).host;
  const resolved = resolveService(address.service);
  if (!resolved.ok) return undefined;
  return resolved.host.includes(':') ? `[${resolved.host}]:${resolved.port}` : `${resolved.host}:${resolved.port}`;
}

interface Destination {
  readonly target: CalloutTarget;
  readonly host: string;
}

async function forwardPlain(
  parts: ProxyParts,
  request: ForwardedRequest,
  { target, host }: Destination,
): Promise<void> {
  const { incoming, response } = request;
  const { target: path, forwardedUri } = printRemotePath(incoming.url);
  const headers = headersToSend(sourceOf(request), false);
  headers['x-forwarded-uri'] = forwardedUri;
  headers['x-forwarded-host'] = host;
  headers['x-forwarded-proto'] = 'https';
  const body = await bodyOf(request);
  if (body === 'gone') return;
  const length = incoming.headers['content-length'];
  if (body !== undefined && !Array.isArray(body) && length !== undefined) headers['content-length'] = length;
  const leaving = leavingSignal(response);
  const answer = await parts.callouts.open(target, {
    method: incoming.method,
    path,
    headers,
    signal: leaving,
    body,
    timeoutMs: isDiscovery(incoming.url) ? discoveryMs : undefined,
  });
  if (answer.ok) relayAnswer(request, answer, (location) => withHost(location, host));
  else refuse(response, `error trying to reach service: ${answer.message}`);
}

function switchOver({ callouts }: ProxyParts, request: ForwardedRequest, target: CalloutTarget): Promise<void> {
  const { incoming, response } = request;
  const { target: path } = printRemotePath(incoming.url);
  return forwardSwitch(callouts, request, {
    target,
    path,
    headers: headersToSend(sourceOf(request), true),
    refuse: ({ kind, message }) => refuse(response, message, kind === 'notTaken' ? 500 : 503),
  });
}

function sourceOf({ incoming, response, user }: ForwardedRequest): Parameters<typeof headersToSend>[0] {
  const id = response.getHeader('Audit-Id');
  const auditId = typeof id === 'string' ? id : undefined;
  return { rawHeaders: incoming.rawHeaders, remoteAddress: incoming.connection.remoteAddress, user, auditId };
}

/** A path without a host is one of the other server, and is said with its address, as 1.24 does. */
function withHost(location: string, host: string): string {
  return /^\/(?!\/)/.test(location) ? `https://${host}${location}` : location;
}

/** `/apis/GROUP/VERSION` and nothing below. */
function isDiscovery(url: string): boolean {
  return /^\/apis\/[^/?]+\/[^/?]+\/?(?:\?|$)/.test(url);
}

function refuse(response: ForwardedRequest['response'], message: string, status = 503): void {
  if (response.destroyed || response.headersSent) return;
  sendText(response, `${message}\n`, { status, isNosniff: true });
}
