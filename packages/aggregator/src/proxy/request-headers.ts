/** The headers of a proxied request: those of the client, without what concerns its connection and who it is. */
import type { UserInfo } from '@keelson/meta';

import { concernsConnection, eachHeader } from './connection-headers.ts';

export type SentHeaders = Record<string, string | string[]>;

/** Credentials and identities of the client, and what is stated anew for each request. */
const ownHeaders = new Set([
  'authorization',
  'host',
  'content-length',
  'expect',
  'http2-settings',
  'audit-id',
  'x-remote-user',
  'x-remote-group',
  'x-forwarded-for',
]);
const ownPrefixes = ['x-remote-extra-', 'impersonate-'];

const protocols = 'sec-websocket-protocol';
/** Browsers put tokens there. */
const tokenProtocol = /^base64url\.bearer\.authorization\./;

export interface HeaderSource {
  readonly rawHeaders: readonly string[];
  /** Of the client, or the proxy before us. */
  readonly remoteAddress: string;
  /** Whom the other server is told of; absent where it is not to know. */
  readonly user?: UserInfo | undefined;
  readonly auditId: string | undefined;
}

/** `isSwitching`: the connection is to speak another protocol, which is asked for in its headers. */
export function headersToSend(source: HeaderSource, isSwitching: boolean): SentHeaders {
  const { rawHeaders, remoteAddress, user, auditId } = source;
  const isLeft = isSwitching ? isNoSwitch : concernsConnection(rawHeaders);
  // A client may name a header `constructor`.
  const headers = Object.create(null) as SentHeaders;
  const cameFrom: string[] = [];
  for (const [name, value] of eachHeader(rawHeaders)) {
    if (name === 'x-forwarded-for') cameFrom.push(value);
    if (isOwn(name) || isLeft(name)) continue;
    add(headers, name, name === protocols ? withoutTokens(value) : value);
  }
  if (remoteAddress !== '') cameFrom.push(remoteAddress);
  if (cameFrom.length > 0) headers['x-forwarded-for'] = cameFrom.join(', ');
  if (auditId !== undefined) headers['audit-id'] = auditId;
  if (user !== undefined) addUser(headers, user);
  return headers;
}

const isAnyConnections = concernsConnection([]);

function isNoSwitch(name: string): boolean {
  return name !== 'connection' && name !== 'upgrade' && isAnyConnections(name);
}

function isOwn(name: string): boolean {
  return ownHeaders.has(name) || ownPrefixes.some((prefix) => name.startsWith(prefix));
}

function withoutTokens(value: string): string {
  const kept = value.split(',').filter((each) => !tokenProtocol.test(each.trim()));
  return kept.join(',');
}

function add(headers: SentHeaders, name: string, value: string): void {
  const before = headers[name];
  if (before === undefined) headers[name] = value;
  else if (typeof before === 'string') headers[name] = [before, value];
  else before.push(value);
}

/** Name the user of a request of this server's own to the server of a remote API. */
export function headersOfUser(user: UserInfo): SentHeaders {
  const headers: SentHeaders = {};
  addUser(headers, user);
  return headers;
}

/** As the authentication by front proxies reads them. */
function addUser(headers: SentHeaders, { name, groups, extra }: UserInfo): void {
  headers['x-remote-user'] = bytesOf(name);
  for (const group of groups) add(headers, 'x-remote-group', bytesOf(group));
  for (const [key, values] of Object.entries(extra ?? {})) {
    for (const value of values) add(headers, `x-remote-extra-${escapeKey(key)}`, bytesOf(value));
  }
}

/** The bytes of UTF-8, each as a letter of Latin-1, which is how headers are written. */
function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** A key may have any letters; the name of a header may not. Case is lost, as in 1.24. */
function escapeKey(key: string): string {
  const escaped = bytesOf(key).replace(/[^\w!#$&'*+.^`|~-]/g, (letter) => {
    return `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
  return escaped.toLowerCase();
}

/** By the header `Connection` alone, as 1.24 decides it. */
export function asksToSwitch(connection: string | undefined): boolean {
  return connection?.toLowerCase().includes('upgrade') === true;
}
