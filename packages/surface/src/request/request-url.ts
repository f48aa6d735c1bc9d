/** Parses a URL: the decoded segments of its path, and its parameters. Knows no API. */

export interface RequestUrl {
  /** As it came, without the parameters. */
  readonly path: string;
  readonly query: Query;
}

export interface ParsedUrl extends RequestUrl {
  /** The decoded segments between slashes; the empty one after a trailing slash is left out. */
  readonly parts: readonly string[];
}

/** Parameters by name, each with all the values it was given. */
export interface Query {
  all(name: string): readonly string[];
  /** The first value: the one that counts where there should be one. */
  first(name: string): string | undefined;
  has(name: string): boolean;
  /** Given without a value: `?name`, not `?name=`. */
  isBare(name: string): boolean;
}

export type UrlResult =
  { readonly ok: true; readonly url: ParsedUrl } | { readonly ok: false; readonly message: string };

const noQuery: Query = { all: () => [], first: () => undefined, has: () => false, isBare: () => false };

export function parseUrl(url: string): UrlResult {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  if (!path.startsWith('/')) return { ok: false, message: 'the path of a request has to begin with a slash' };
  const parts = decodeParts(path);
  if (parts === undefined)
    return { ok: false, message: 'the path of the request has an escape that stands for nothing' };
  const query = parseQuery(url, mark);
  return { ok: true, url: { path, parts, query } };
}

function decodeParts(path: string): string[] | undefined {
  const raw = path.slice(1).split('/');
  if (raw.at(-1) === '') raw.pop();
  if (!path.includes('%')) return raw;
  try {
    return raw.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** `mark`: where it begins, below 0 if there is none. Most parameters are plain letters, and escapes cost more than all that is done with them. */
export function parseQuery(url: string, mark: number): Query {
  if (mark < 0) return noQuery;
  const text = url.slice(mark + 1);
  return /[%+]/.test(text) ? escapedQuery(text) : plainQuery(text);
}

function plainQuery(text: string): Query {
  const pairs: (readonly [name: string, value: string | undefined])[] = [];
  for (const pair of text.split('&')) {
    const mark = pair.indexOf('=');
    if (mark >= 0) pairs.push([pair.slice(0, mark), pair.slice(mark + 1)]);
    else if (pair !== '') pairs.push([pair, undefined]);
  }
  const find = (name: string) => pairs.find(([each]) => each === name);
  return {
    all: (name) => pairs.filter(([each]) => each === name).map(([, value = '']) => value),
    first: (name) => {
      const found = find(name);
      return found && (found[1] ?? '');
    },
    has: (name) => find(name) !== undefined,
    isBare: (name) => pairs.some(([each, value]) => each === name && value === undefined),
  };
}

function escapedQuery(text: string): Query {
  const parameters = new URLSearchParams(text);
  return {
    all: (name) => parameters.getAll(name),
    first: (name) => parameters.get(name) ?? undefined,
    has: (name) => parameters.has(name),
    isBare: (name) => text.split('&').includes(name),
  };
}
