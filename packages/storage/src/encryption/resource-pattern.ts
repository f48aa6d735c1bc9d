/**
 * The names of resources as a configuration writes them: `secrets`,
 * `pandas.awesome.example.com`, `*.` for the core group, `*.apps`, `*.*`.
 */

/** A resource that a key belongs to. */
export interface StoredResource {
  readonly resource: string;
  /** Empty for the core group, `undefined` where the key does not tell. */
  readonly group: string | undefined;
}

export interface ResourcePattern {
  /** As it was written. */
  readonly text: string;
  /** `*` for all of the group. */
  readonly resource: string;
  /** Empty for the core group, `*` for all groups. */
  readonly group: string;
}

export type ParsedPattern =
  { readonly ok: true; readonly pattern: ResourcePattern } | { readonly ok: false; readonly message: string };

const part = '[a-z0-9](?:[-a-z0-9]*[a-z0-9])?';
const resourceName = String.raw`[a-z](?:[-a-z0-9]*[a-z0-9])?`;
const groupName = String.raw`${part}(?:\.${part})*`;
/** A resource or a star, then its group, if it is not the core group; or two stars. */
const wellFormed = new RegExp(String.raw`^(?:${resourceName}(?:\.${groupName})?|\*\.(?:${groupName})?|\*\.\*)$`);

export function parseResourcePattern(text: string): ParsedPattern {
  if (!wellFormed.test(text)) return { ok: false, message: adviceFor(text) };
  const dot = text.indexOf('.');
  if (dot === -1) return { ok: true, pattern: { text, resource: text, group: '' } };
  return { ok: true, pattern: { text, resource: text.slice(0, dot), group: text.slice(dot + 1) } };
}

function adviceFor(text: string): string {
  if (text === '*') return 'write *.* for everything, or *. for the core group';
  if (text.includes('/')) return 'subresources are stored with their resource: name that one alone';
  if (text !== text.toLowerCase()) return 'resources are written in lower case and in the plural, as in secrets';
  if (text.endsWith('.*')) return 'one resource of all groups cannot be named: name each group';
  if (text.endsWith('.')) return 'leave out the dot at the end';
  return 'is not the name of a resource, such as secrets or pandas.awesome.example.com';
}

/** Where a key does not tell its group, the name decides, and it counts to the core group. */
export function matchesResource(pattern: ResourcePattern, { resource, group }: StoredResource): boolean {
  if (pattern.group === '*') return true;
  if (pattern.resource === '*') return pattern.group === (group ?? '');
  return pattern.resource === resource && (group === undefined || pattern.group === group);
}

/** True if every resource of `narrow` matches `wide`. */
export function coversPattern(wide: ResourcePattern, narrow: ResourcePattern): boolean {
  if (wide.group === '*') return true;
  return wide.group === narrow.group && (wide.resource === '*' || wide.resource === narrow.resource);
}

/**
 * The layout that existing tools know: `secrets/<namespace>/<name>`, and
 * `awesome.example.com/pandas/<namespace>/<name>` for what has a group in its
 * folder. A folder without a dot does not tell its group.
 */
export function resourceOfPath(path: string): StoredResource | undefined {
  const [first = '', second = '', third] = path.split('/', 3);
  if (!first.includes('.')) return second === '' ? undefined : { resource: first, group: undefined };
  return third === undefined ? undefined : { resource: second, group: first };
}
