/** Reads the credentials of a request from its headers and its connection. */
import { bearerToken, type Credentials, type Peer, type ProxiedUser } from '@keelson/auth';
import type { ClientConnection, Incoming } from '@keelson/http';

import { webSocketToken } from '../request/web-socket-token.ts';
import { countOf, unescapeKey, valuesBehind, valuesOf } from './headers.ts';

/** In which headers proxies say who they ask for; in lower case. */
export interface ProxyHeaders {
  readonly user: readonly string[];
  readonly group: readonly string[];
  readonly extraPrefixes: readonly string[];
}

export interface CredentialSources {
  readonly peerOf: (connection: ClientConnection) => Peer;
  readonly proxyHeaders: ProxyHeaders;
}

export function credentialsOf(incoming: Incoming, { peerOf, proxyHeaders }: CredentialSources): Credentials {
  const { connection, rawHeaders } = incoming;
  const peer = peerOf(connection);
  if (peer.kind === 'none') return rememberedFor(incoming);
  return { ...ofHeaders(incoming), ...ofPeer(peer, rawHeaders, proxyHeaders) };
}

function ofHeaders({ headers, rawHeaders }: Incoming): Credentials {
  const header = headers.authorization;
  const token = header === undefined ? undefined : tokenIn(header);
  const second = webSocketToken(headers);
  return {
    ...(token !== undefined && { bearerToken: bearerToken(token) }),
    ...(second !== undefined && { webSocketToken: second }),
    ...(countOf(rawHeaders, 'authorization') > 1 && { isAmbiguous: true }),
  };
}

interface Remembered {
  readonly headers: object;
  readonly credentials: Credentials;
}

/** By the connection: nearly all that comes over one is by one caller, whose token need not be digested each time. */
const remembered = new WeakMap<ClientConnection, Remembered>();

/**
 * Caches the credentials, not the user: authentication runs each time. The same headers object has the same
 * credentials; tokens are never compared here, because the time taken would reveal how much of a guess was right.
 */
function rememberedFor(incoming: Incoming): Credentials {
  const { connection, headers } = incoming;
  const known = remembered.get(connection);
  if (known?.headers === headers) return known.credentials;
  const credentials = ofHeaders(incoming);
  remembered.set(connection, { headers, credentials });
  return credentials;
}

/** RFC 6750, section 2.1. Other schemes are none of ours, and what follows the token is none of it. */
function tokenIn(header: string): string | undefined {
  const [scheme = '', token = ''] = header.trim().split(' ', 2);
  return scheme.toLowerCase() === 'bearer' && token !== '' ? token : undefined;
}

function ofPeer(peer: Peer, rawHeaders: readonly string[], proxyHeaders: ProxyHeaders): Credentials {
  switch (peer.kind) {
    case 'none':
      return {};
    case 'untrusted':
      return { certificate: 'untrusted' };
    case 'trusted': {
      const proxied = peer.isProxy ? proxiedUser(rawHeaders, proxyHeaders) : 'none';
      return {
        // A proxy that names no user is not authenticated: its certificate identifies a proxy, not a client.
        certificate: peer.isClient ? peer.subject : 'untrusted',
        ...(proxied === 'ambiguous' ? { isAmbiguous: true } : proxied !== 'none' && { proxied }),
      };
    }
  }
}

/** The first of the headers that is there says it. */
function proxiedUser(
  rawHeaders: readonly string[],
  { user, group, extraPrefixes }: ProxyHeaders,
): ProxiedUser | 'none' | 'ambiguous' {
  const names = user.map((header) => valuesOf(rawHeaders, header)).find(([first = '']) => first !== '') ?? [];
  const [name] = names;
  if (name === undefined) return 'none';
  if (names.length > 1) return 'ambiguous';
  const extra = new Map<string, string[]>();
  for (const prefix of extraPrefixes) {
    for (const [rest, value] of valuesBehind(rawHeaders, prefix)) {
      const key = unescapeKey(rest);
      extra.set(key, [...(extra.get(key) ?? []), value]);
    }
  }
  const groups = group.flatMap((header) => valuesOf(rawHeaders, header));
  return { name, groups, extra: Object.fromEntries(extra) };
}
