/**
 * The keys of a resource that a request covers: all, those of a namespace, or one.
 * The only place that knows how names map to keys.
 */
export interface KeyScope {
  /** Without it, all namespaces. */
  readonly namespace?: string | undefined;
  /** Without it, all names. */
  readonly name?: string | undefined;
}

export interface Layout {
  readonly folder: string;
  readonly isNamespaced: boolean;
}

/** The key of one object, `undefined` if no object can be called so. */
export function keyOf(layout: Layout, namespace: string | undefined, name: string): string | undefined {
  if (!isSegment(name)) return undefined;
  if (!layout.isNamespaced) return `${layout.folder}${name}`;
  return namespace !== undefined && isSegment(namespace) ? `${layout.folder}${namespace}/${name}` : undefined;
}

/** The folder that holds all keys of the namespace, or of the resource. `undefined` if no namespace can be called so. */
export function folderOf(layout: Layout, namespace: string | undefined): string | undefined {
  if (!layout.isNamespaced || namespace === undefined) return layout.folder;
  return isSegment(namespace) ? `${layout.folder}${namespace}/` : undefined;
}

/** Namespace and name back out of a key. Keys that are not of the layout have an empty name. */
export function namesOfKey(layout: Layout, key: string): { readonly namespace: string; readonly name: string } {
  const path = key.slice(layout.folder.length);
  if (!layout.isNamespaced) return { namespace: '', name: path };
  const slash = path.indexOf('/');
  return slash === -1
    ? { namespace: path, name: '' }
    : { namespace: path.slice(0, slash), name: path.slice(slash + 1) };
}

/** True if these names are valid key segments, so that `keyOf` returns a key. */
export function canBeNames(layout: Layout, { namespace, name }: ReturnType<typeof namesOfKey>): boolean {
  return isSegment(name) && (!layout.isNamespaced || isSegment(namespace));
}

/** A slash in a name would reach into another folder. */
function isSegment(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && !text.includes('/') && !text.includes('\u0000');
}
