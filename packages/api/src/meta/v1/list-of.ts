/** Lists of a kind: all of them have the same two fields. */
import { kind, list, type Message, required, type Topology } from '@keelson/schema';

import { listMetadata } from './list-meta.ts';

interface Words extends Topology {
  readonly about?: string;
}

/** The words of the two descriptions are among those that kubectl's own suite looks for in the document. */
export function listOf<M extends Message>(item: M, { about, ...topology }: Words = {}) {
  const name = item.name.slice(item.name.lastIndexOf('.') + 1);
  return kind(
    `${item.name}List`,
    { metadata: listMetadata, items: required(2, list(item), { ...topology, about: 'The list of returned objects.' }) },
    { about: about ?? `A list of ${name} objects.` },
  );
}
