/** The object that a key belongs to, as the target of a request of its own. */
import type { RequestTarget } from '@keelson/meta';

/** The last part of a key is the name, the one before it the namespace of objects that have one. */
export function targetOfKey(target: RequestTarget, key: string): RequestTarget {
  const parts = key.split('/');
  const namespace = target.resource.scope === 'Namespaced' ? parts.at(-2) : undefined;
  return { ...target, namespace, name: parts.at(-1) ?? '' };
}
