/** The key of an object in work queues and indexes: `namespace/name`, or the name alone where there are no namespaces. */
import type { NamespacedName } from '@keelson/cache';

export function objectKey({ namespace, name }: NamespacedName): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

/** Neither namespaces nor names have a slash. */
export function splitObjectKey(key: string): NamespacedName {
  const slash = key.indexOf('/');
  return slash === -1 ? { namespace: '', name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}
