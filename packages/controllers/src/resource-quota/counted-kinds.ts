/** Kinds that quotas count, custom kinds included. The informer of a kind is opened once a quota names the kind. */
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
  /** The kinds that count towards any of these resource names. Opens their informers. */
  countedBy(names: Iterable<string>): readonly CountedKind[];
  stop(): void;
}

export interface CountedKindsParts {
  readonly informers: Pick<Informers, 'informer' | 'resources'>;
  /** Called with each kind whose informer is opened. Returns a function that is called when the kind is removed. */
  readonly onOpened: (kind: CountedKind) => () => void;
  /** Called when a kind is added or removed. */
  readonly onChanged: (resource: Resource) => void;
}

interface Known {
  readonly place: RegisteredResource;
  opened?: { readonly kind: CountedKind; readonly close: () => void };
}

export function followCountedKinds({ informers, onOpened, onChanged }: CountedKindsParts): CountedKinds {
  const byCountName = new Map<string, Known>();
  /** Kinds with quota rules: they count towards more names than `count/<plural>.<group>`. */
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
