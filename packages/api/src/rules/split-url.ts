/** The parts of a URL as webhooks state it, and what no URL may contain (RFC 3986). */
export interface UrlParts {
  readonly scheme: string;
  /** Absent where there is no `@`; may be empty. */
  readonly user: string | undefined;
  readonly host: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

export function splitUrl(url: string): UrlParts {
  const [beforeFragment, fragment] = cut(url, '#');
  const [beforeQuery, query] = cut(beforeFragment, '?');
  const scheme = (/^[A-Za-z][A-Za-z0-9+.-]*(?=:)/.exec(beforeQuery)?.[0] ?? '').toLowerCase();
  const rest = scheme === '' ? beforeQuery : beforeQuery.slice(scheme.length + 1);
  if (!rest.startsWith('//')) return { scheme, user: undefined, host: '', path: rest, query, fragment };
  const [authority, path] = cut(rest.slice(2), '/');
  const at = authority.lastIndexOf('@');
  const user = at < 0 ? undefined : authority.slice(0, at);
  return { scheme, user, host: authority.slice(at + 1), path, query, fragment };
}

function cut(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

type Test = (url: string, parts: UrlParts) => string | undefined;

const tests: readonly Test[] = [
  (url) => (hasControlCharacter(url) ? 'net/url: invalid control character in URL' : undefined),
  (url) => (url.startsWith(':') ? 'missing protocol scheme' : undefined),
  (_, { scheme, host, path }) =>
    scheme === '' && host === '' && /^[^/]*:/.test(path) ? 'first path segment in URL cannot contain colon' : undefined,
  (_, { host, path }) => {
    const escape = /%(?![0-9A-Fa-f]{2}).{0,2}/s.exec(`${host}/${path}`)?.[0];
    return escape && `invalid URL escape ${JSON.stringify(escape)}`;
  },
  (_, { host }) => {
    const character = /[ "<>\\^`{|}]/.exec(host)?.[0];
    return character && `invalid character ${JSON.stringify(character)} in host name`;
  },
  (_, { host }) => {
    const port = host.slice(Math.max(host.indexOf(']'), host.lastIndexOf(':')));
    const isPort = !port.startsWith(':') || /^:\d*$/.test(port);
    return isPort ? undefined : `invalid port ${JSON.stringify(port)} after host`;
  },
];

/** Returns the first fault, in the words of Go's parser. */
export function findUrlFault(url: string): string | undefined {
  const parts = splitUrl(url);
  for (const test of tests) {
    const fault = test(url, parts);
    if (fault !== undefined && fault !== '') return `parse ${JSON.stringify(url)}: ${fault}`;
  }
  return undefined;
}

function hasControlCharacter(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}
