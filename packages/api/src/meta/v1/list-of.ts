/** Lists of a kind: all of them have the same two fields. */
import { kind, list, type Message, required, type Topology } from '@keelson/schema';

import { listMetadata } from './list-meta.ts';

/** Upstream's suite for kubectl looks for the words about the items. */
export function listOf<M extends Message>(
  item: M,
  { about, ...topology }: Topology & { readonly about?: string } = {},
) {
  const name = item.name.slice(item.name.lastIndexOf('.') + 1);
  return kind(
    `${item.name}List`,
    { metadata: listMetadata, items: required(2, list(item), { ...topology, about: 'The list of returned objects.' }) },
    { about: about ?? `A list of ${name} objects.` },
  );
}
