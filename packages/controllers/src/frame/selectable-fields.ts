/**
 * The selectable fields of objects, such as `spec.nodeName`: the watch cache extracts them at most once for each version,
 * while an object that is decoded whole is kept whole.
 */
import type { CachedObject, Informers } from '@keelson/informers';
import type { Resource } from '@keelson/schema';

export type SelectableFields = (object: Pick<CachedObject<unknown>, 'version'>) => Readonly<Record<string, string>>;

export function selectableFieldsOf({ resources }: Pick<Informers, 'resources'>, resource: Resource): SelectableFields {
  const place = resources.of(resource);
  if (place === undefined) throw new Error(`${resource.plural} are stored nowhere`);
  return ({ version }) => place.cache.attributes(version).fields;
}
