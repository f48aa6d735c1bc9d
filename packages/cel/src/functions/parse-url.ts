/** Parses the URL of a request: absolute, or a path that begins with a slash. A fragment is no part of it. */
import { quote } from '@keelson/schema';

import { CelFault, CelUrl } from '../values/value.ts';

export function parseUrl(text: string): CelUrl | CelFault {
  const fault = (reason: string) =>
    new CelFault(`URL parse error during conversion from string: parse ${quote(text.slice(0, 200))}: ${reason}`);
  if (text === '') return fault('empty url');
  if (hasControls(text)) return fault('net/url: invalid control character in URL');
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(text)?.[1] ?? '';
  const afterScheme = scheme === '' ? text : text.slice(scheme.length + 1);
  const question = afterScheme.indexOf('?');
  const query = question < 0 ? '' : afterScheme.slice(question + 1);
  const rest = question < 0 ? afterScheme : afterScheme.slice(0, question);
  if (!rest.startsWith('/')) return fault('invalid URI for request');
  const hasAuthority = rest.startsWith('//') && (scheme !== '' || !rest.startsWith('///'));
  const slash = hasAuthority ? rest.indexOf('/', 2) : 0;
  const authority = hasAuthority ? rest.slice(2, slash < 0 ? undefined : slash) : '';
  const path = slash < 0 ? '' : rest.slice(slash);
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const problem = findHostProblem(host) ?? findEscapeProblem(path);
  if (problem !== undefined) return fault(problem);
  const parts = { text, scheme: scheme.toLowerCase(), host: unescape(host), path: escapePath(path), query };
  return new CelUrl(parts);
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
