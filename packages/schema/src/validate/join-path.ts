/** Paths in the API's notation: fields after a dot, list items and map entries in brackets. */
export function joinPath(prefix: string, path: string): string {
  if (prefix === '') return path;
  if (path === '' || path.startsWith('[')) return prefix + path;
  return `${prefix}.${path}`;
}
