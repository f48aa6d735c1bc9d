/** The part of a key in the layout of kube-apiserver. It reads no value. */
import type { StoredKind, StoredKinds } from './stored-kinds.ts';

export type KeyPlace =
  | { readonly kind: 'object'; readonly of: StoredKind; readonly namespace: string; readonly name: string }
  /** A bitmap of addresses or ports. */
  | { readonly kind: 'range'; readonly name: string }
  /** The lease of an API server. Its value has the address. */
  | { readonly kind: 'apiServer' }
  /** Kept by this server for itself. */
  | { readonly kind: 'own' }
  /** Below the folder of a kind, and no object of it can have such a key. */
  | { readonly kind: 'stray'; readonly of: StoredKind }
  | { readonly kind: 'unknown'; readonly folder: string };

/** Without the prefix of the store. */
export const leaseFolder = 'masterleases/';

/** `path` is the key without the prefix of the store. */
export function placeOfKey({ byFolder }: StoredKinds, path: string): KeyPlace {
  const parts = path.split('/');
  const [first = '', second = ''] = parts;
  if (first === '.keelson' || path.startsWith('ranges/claims/')) return { kind: 'own' };
  if (first === 'ranges' && parts.length === 2) return { kind: 'range', name: second };
  if (path.startsWith(leaseFolder)) return { kind: 'apiServer' };
  for (const depth of [2, 1]) {
    const folder = parts.slice(0, depth).join('/');
    const of = byFolder.get(folder);
    if (of !== undefined) return placeWithin(of, parts.slice(depth));
  }
  return { kind: 'unknown', folder: first.includes('.') ? `${first}/${second}` : first };
}

function placeWithin(of: StoredKind, names: readonly string[]): KeyPlace {
  const [first = '', second = ''] = names;
  if (names.length !== (of.isNamespaced ? 2 : 1)) return { kind: 'stray', of };
  return of.isNamespaced
    ? { kind: 'object', of, namespace: first, name: second }
    : { kind: 'object', of, namespace: '', name: first };
}
