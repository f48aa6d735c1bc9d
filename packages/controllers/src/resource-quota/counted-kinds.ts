/** The kinds that quotas count. An informer is opened for a kind once a quota names it, and custom kinds may come and go. */
import { countNameOf, isCountedByQuotas, namesCountedFor } from '@keelson/api';
import {
  byNamespace,
  type Informer,
  type Informers,
  type ObjectIndex,
  type RegisteredResource,
} from '@keelson/informers';
import type { Resource } from '@keelson/schema';

import { sharedIndex } from '../frame/shared-index.ts';

export interface CountedKind {
  readonly resource: Resource;
  readonly informer: Informer<object>;
  readonly byNamespace: ObjectIndex<object>;
}

export interface CountedKinds {
  /** Those that any of these names is about. */
  countedBy(names: Iterable<string>): readonly CountedKind[];
  stop(): void;
}

export interface CountedKindsParts {
  readonly informers: Pick<Informers, 'informer' | 'resources'>;
  /** To follow its objects. Returns what ends that. */
  readonly onOpened: (kind: CountedKind) => () => void;
  /** A kind is served, or is not any more. */
  readonly onChanged: (resource: Resource) => void;
}

interface Known {
  readonly place: RegisteredResource;
  opened?: { readonly kind: CountedKind; readonly close: () => void };
}

export function followCountedKinds({ informers, onOpened, onChanged }: CountedKindsParts): CountedKinds {
  const byCountName = new Map<string, Known>();
  /** Those that have further names of their own. */
  const ruled = new Set<Known>();

  const open = (known: Known): CountedKind => {
    if (known.opened !== undefined) return known.opened.kind;
    const { stored: resource } = known.place;
    const informer = informers.informer<object>(resource);
    const kind: CountedKind = { resource, informer, byNamespace: sharedIndex(informer, byNamespace) };
    known.opened = { kind, close: onOpened(kind) };
    return kind;
  };

  const unfollow = informers.resources.follow({
    added: (place) => {
      const { stored } = place;
      if (!isCountedByQuotas(stored)) return;
      const known: Known = { place };
      byCountName.set(countNameOf(stored), known);
      if (stored.quota !== undefined) ruled.add(known);
      onChanged(stored);
    },
    removed: ({ stored }) => {
      const name = countNameOf(stored);
      const known = byCountName.get(name);
      if (known?.place.stored !== stored) return;
      byCountName.delete(name);
      ruled.delete(known);
      known.opened?.close();
      onChanged(stored);
    },
  });

  return {
    countedBy: (names) => {
      const found = new Set<Known>();
      for (const name of names) {
        const known = byCountName.get(name);
        if (known !== undefined) found.add(known);
      }
      for (const known of ruled) if (namesCountedFor(known.place.stored, names).size > 0) found.add(known);
      return [...found].map(open);
    },
    stop: () => {
      unfollow();
      for (const { opened } of byCountName.values()) opened?.close();
    },
  };
}
