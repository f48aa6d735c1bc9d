/** Parses the URL of a request: absolute, or a path that begins with a slash. A fragment is no part of it. */
import { quote } from '@keelson/schema';

import { CelFault, CelUrl } from '../values/value.ts';

export function parseCelUrl(text: string): CelUrl | CelFault {
  const parts = splitUrl(text);
  const problem = findProblem(text, parts);
  if (problem !== undefined) {
    const words = `URL parse error during conversion from string: parse ${quote(text.slice(0, 200))}: ${problem}`;
    return new CelFault(words);
  }
  const { scheme, host, path, query } = parts;
  return new CelUrl({ text, scheme: scheme.toLowerCase(), host: unescape(host), path: escapePath(path), query });
}

interface UrlParts {
  readonly scheme: string;
  /** The part behind the scheme, without the query. */
  readonly rest: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;
}

function splitUrl(text: string): UrlParts {
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(text)?.[1] ?? '';
  const [rest, query] = splitAt(scheme === '' ? text : text.slice(scheme.length + 1), '?');
  const hasAuthority = rest.startsWith('//') && (scheme !== '' || !rest.startsWith('///'));
  if (!hasAuthority) return { scheme, rest, host: '', path: rest, query };
  const [authority, path] = splitAt(rest.slice(2), '/');
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  return { scheme, rest, host, path: rest.length > authority.length + 2 ? `/${path}` : '', query };
}

function splitAt(text: string, mark: string): readonly [before: string, after: string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function findProblem(text: string, { rest, host, path }: UrlParts): string | undefined {
  if (text === '') return 'empty url';
  if (hasControls(text)) return 'net/url: invalid control character in URL';
  if (!rest.startsWith('/')) return 'invalid URI for request';
  return findHostProblem(host) ?? findEscapeProblem(path);
}

function hasControls(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20 || unit === 0x7f) return true;
  }
  return false;
}

function findHostProblem(host: string): string | undefined {
  const bracket = host.lastIndexOf(']');
  if (host.startsWith('[') && bracket < 0) return "missing ']' in host";
  const afterName = host.startsWith('[') ? bracket + 1 : host.lastIndexOf(':');
  const port = afterName < 0 ? '' : host.slice(afterName);
  if (port !== '' && !/^:\d*$/.test(port)) return `invalid port ${quote(port)} after host`;
  const strange = /[^a-zA-Z0-9_.~!$&'()*+,;=:[\]<>"%\u0080-\u{10ffff}-]/u.exec(host)?.[0];
  if (strange !== undefined) return `invalid character ${quote(strange)} in host name`;
  return findEscapeProblem(host);
}

function findEscapeProblem(text: string): string | undefined {
  const found = /%(?![0-9a-fA-F]{2}).{0,2}/s.exec(text)?.[0];
  return found === undefined ? undefined : `invalid URL escape ${quote(found)}`;
}

/** Replaces escapes; bytes that are no text become the replacement character. */
export function unescape(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/(?:%[0-9a-fA-F]{2})+/g, (found) =>
    Buffer.from(found.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

/** Escapes what a path may not hold as it is; escapes that are there stay. */
function escapePath(path: string): string {
  return path.replace(/[^a-zA-Z0-9\-_.~$&+,/:;=@!'()*[\]%]+/g, (found) =>
    [...Buffer.from(found, 'utf8')].map((octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}
