/**
 * Reads the heads of requests that are as nearly all are. It is stricter than HTTP:
 * what it does not read at once it leaves to a whole parser, with every byte. So there is
 * no message whose end the two of them could see in different places. It reads more in one thing alone: methods that
 * nobody knows, which Node's parser would refuse before anybody is authenticated.
 */
import { METHODS, type IncomingHttpHeaders } from 'node:http';

export interface RequestHead {
  readonly method: string;
  readonly url: string;
  readonly fields: HeaderFields;
}

/** All headers of a request. Shared between requests that bring the same. */
export interface HeaderFields {
  /** As they came, for comparison. */
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly bodyBytes: number;
  /** The client asks for another protocol. */
  readonly isUpgrade: boolean;
}

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE']);
/** Node's parser ends the connection at a method that it does not know; this one reads it as any other. */
const unknownMethod = /^[A-Z]{1,24}$/;
const nodesMethods: ReadonlySet<string> = new Set(METHODS);
const version = ' HTTP/1.1';
const url = /^\/[\x21-\x7e]*$/;
/** Lines of a name and a value in plain letters; no lines that go on, no breaks but whole ones. */
const plainFields = /^(?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e]*\r\n)*$/;
/** With what comes before it; parsers differ in what they let pass there. */
const bodyLength = /^ ?\d{1,7}$/;

/** Headers that change framing or the connection, ask for more than a response, or have a list as their value. */
const unusual = [
  'transfer-encoding',
  'expect',
  'te',
  'trailer',
  'http2-settings',
  'proxy-connection',
  'set-cookie',
] as const;
/** Asks for another protocol, as far as the connection is concerned. */
const upgradeConnection = /^(?:keep-alive, ?)?upgrade$/i;
/** Headers that clients repeat when they ask for another protocol. Node joins their values. */
const repeatable = /^(?:x|sec-websocket)-/;
/** Some libraries say with each request what goes without saying. */
const usualConnection = /^keep-alive$/i;

/** Undefined for heads that Node's parser must read. `text` ends before the empty line. */
export function parseHead(text: string, before: HeaderFields | undefined): RequestHead | undefined {
  const lineEnd = text.indexOf('\r\n');
  const line = lineEnd < 0 ? text : text.slice(0, lineEnd);
  const methodEnd = line.indexOf(' ');
  const method = line.slice(0, methodEnd);
  const target = line.slice(methodEnd + 1, -version.length);
  if (!isRead(method) || !line.endsWith(version) || !url.test(target)) return undefined;
  const rest = lineEnd < 0 ? '' : text.slice(lineEnd + 2);
  const fields = before?.text === rest ? before : parseFields(rest);
  return fields === undefined ? undefined : { method, url: target, fields };
}

function isRead(method: string): boolean {
  return methods.has(method) || (unknownMethod.test(method) && !nodesMethods.has(method));
}

function parseFields(text: string): HeaderFields | undefined {
  if (!plainFields.test(`${text}\r\n`)) return undefined;
  const rawHeaders: string[] = [];
  const headers: Record<string, string> = {};
  let length = '0';
  let isRepeated = false;
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    const raw = line.slice(0, colon);
    const name = raw.toLowerCase();
    // No blanks but spaces and tabs pass `plainFields`, and `trim` has one cost for each, wherever they stand.
    const value = line.slice(colon + 1).trim();
    const isAgain = Object.hasOwn(headers, name);
    // The meaning of a repeated header depends on its name, so Node's parser handles the others.
    if (isAgain ? !repeatable.test(name) : name === '__proto__') return undefined;
    isRepeated ||= isAgain;
    headers[name] = isAgain ? `${String(headers[name])}, ${value}` : value;
    if (name === 'content-length') length = line.slice(colon + 1);
    rawHeaders.push(raw, value);
  }
  Object.freeze(headers);
  if (!isUsual(headers) || !bodyLength.test(length)) return undefined;
  const isUpgrade = headers['upgrade'] !== undefined;
  // A body would have to be read before the connection is taken over.
  const isOdd = isUpgrade ? Number(length) > 0 : isRepeated;
  return isOdd ? undefined : { text, headers, rawHeaders, bodyBytes: Number(length), isUpgrade };
}

function isUsual(headers: Readonly<Record<string, string>>): boolean {
  const { host, upgrade, connection = 'keep-alive' } = headers;
  const wanted = upgrade === undefined ? usualConnection : upgradeConnection;
  return host !== undefined && wanted.test(connection) && unusual.every((name) => headers[name] === undefined);
}
