/**
 * The token of a caller among the subprotocols of a WebSocket. Pages in a browser cannot set `Authorization` there, so
 * that the API knows this place for it.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';

import { bearerToken, type BearerToken } from '@keelson/auth';
import { asksForWebSocket } from '@keelson/http';

const header = 'sec-websocket-protocol';
const prefix = 'base64url.bearer.authorization.k8s.io.';

/** Unpadded base64url. Its last letter may have bits that nothing is made of, as in kube-apiserver. */
const base64url = /^[\w-]*$/;

/**
 * Undefined if there is none, or an empty one. Malformed: a token that cannot be decoded, several of them, and one
 * without another subprotocol beside it that the answer can name.
 */
export function webSocketToken(headers: IncomingHttpHeaders): BearerToken | 'malformed' | undefined {
  if (!asksForWebSocket(headers)) return undefined;
  const protocols = protocolsOf(headers);
  const [encoded, ...others] = protocols.filter(isToken);
  if (encoded === undefined) return undefined;
  const text = encoded.slice(prefix.length);
  if (text === '' && others.length === 0) return undefined;
  const token = decode(text);
  const isReadable = token !== undefined && others.length === 0;
  return isReadable && protocols.length > 1 ? bearerToken(token) : 'malformed';
}

/** Undefined for letters that are none, which Node's decoder passes over, and for bytes that are no text. */
function decode(text: string): string | undefined {
  if (!base64url.test(text) || text.length % 4 === 1) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
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
