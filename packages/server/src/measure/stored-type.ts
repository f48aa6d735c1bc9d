/** The types of objects, as metrics of storage name them. */
import type { Resource } from '@keelson/schema';

/** There are as many as kinds that are built in, and one more: the kinds of definitions are without number. */
export function storedType({ storage, kind, custom }: Resource): string {
  if (storage.kind !== 'stored' || custom !== undefined) return customType;
  const [name = ''] = storage.group.split('.');
  return `*${name === '' ? 'core' : name}.${kind}`;
}

export const customType = '*unstructured.Unstructured';
