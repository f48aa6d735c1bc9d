/**
 * The parts of a path below a version of a group, by their position alone: as authorization reads them where no
 * declaration says more, so that a refusal does not reveal which resources exist.
 */

export interface ApiPath {
  readonly group: string;
  readonly version: string;
  /** The segments after the version, at least one. */
  readonly rest: readonly string[];
}

export interface PathNames {
  readonly namespace: string;
  readonly resource: string;
  readonly name: string;
  readonly subresource: string;
}

/** Parts of a namespace itself, not resources within it. */
const partsOfNamespaces = new Set(['status', 'finalize']);

/** Undefined for paths that are not below a version. */
export function readApiPath(parts: readonly string[]): ApiPath | undefined {
  const [root, first = '', second = ''] = parts;
  if (root === 'api') return parts.length > 2 ? { group: '', version: first, rest: parts.slice(2) } : undefined;
  if (root !== 'apis' || parts.length <= 3) return undefined;
  return { group: first, version: second, rest: parts.slice(3) };
}

/** The verb that a path itself states, as in `watch/namespaces/a/pods`: it overrides the method. */
export function verbInPath(rest: readonly string[]): 'watch' | 'proxy' | undefined {
  const [first] = rest;
  return rest.length > 1 && (first === 'watch' || first === 'proxy') ? first : undefined;
}

export function namesInPath(rest: readonly string[]): PathNames {
  const [first = '', second = '', third] = rest;
  if (first !== 'namespaces') return { namespace: '', resource: first, name: second, subresource: third ?? '' };
  if (third === undefined || partsOfNamespaces.has(third)) {
    return { namespace: second, resource: first, name: second, subresource: third ?? '' };
  }
  const [, , resource = '', name = '', subresource = ''] = rest;
  return { namespace: second, resource, name, subresource };
}
