/**
 * The token of a caller among the subprotocols of a WebSocket. Pages in a browser cannot set `Authorization` there, so
 * that the API knows this place for it.
 */
import type { IncomingHttpHeaders } from 'node:http';

import { asksForWebSocket } from '@keelson/http';

const header = 'sec-websocket-protocol';
const prefix = 'base64url.bearer.authorization.k8s.io.';

/** Undefined for anything but one token, with another subprotocol beside it that the answer can name. */
export function webSocketToken(headers: IncomingHttpHeaders): string | undefined {
  if (!asksForWebSocket(headers)) return undefined;
  const protocols = protocolsOf(headers);
  const [encoded, ...others] = protocols.filter(isToken);
  if (encoded === undefined || others.length > 0 || protocols.length === 1) return undefined;
  const text = encoded.slice(prefix.length);
  const bytes = Buffer.from(text, 'base64url');
  // Node's decoder passes over letters that are none.
  if (text === '' || bytes.toString('base64url') !== text) return undefined;
  const token = bytes.toString('utf8');
  return Buffer.from(token).equals(bytes) ? token : undefined;
}

/** The same headers for whoever answers, who might say the token back. */
export function withoutToken(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const rest = protocolsOf(headers).filter((protocol) => !isToken(protocol));
  return { ...headers, [header]: rest.length === 0 ? undefined : rest.join(', ') };
}

function protocolsOf({ [header]: listed }: IncomingHttpHeaders): string[] {
  return listed === undefined ? [] : listed.split(',').map((protocol) => protocol.trim());
}

function isToken(protocol: string): boolean {
  return protocol.startsWith(prefix);
}
