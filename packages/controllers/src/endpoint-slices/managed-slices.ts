/** The slices that one controller manages, by the Service they belong to. */
import type { StoredEndpointSlice } from '@keelson/api';
import { objectKey, type CachedObject, type Informer, type ObjectIndex } from '@keelson/informers';

import { sharedIndex } from '../frame/shared-index.ts';
import { managedByLabel, serviceNameLabel } from './slice-object.ts';
import { WrittenSlices } from './written-slices.ts';

type CachedSlice = CachedObject<StoredEndpointSlice>;
type KeysOf = (slice: CachedSlice) => readonly string[];

/** An index function. `manager` is the controller's value of the managed-by label. */
export function keysOfManaged(manager: string): KeysOf {
  return ({ namespace, head }) => {
    const { [managedByLabel]: by, [serviceNameLabel]: service = '' } = head.labels;
    return by === manager && service !== '' ? [objectKey({ namespace, name: service })] : [];
  };
}

export class ManagedSlices {
  readonly written = new WrittenSlices();
  readonly #slices: Informer<StoredEndpointSlice>;
  readonly #keysOf: KeysOf;
  readonly #byKey: ObjectIndex<StoredEndpointSlice>;

  /** `keysOf` must be the same function each time, as informers share an index by its function. */
  constructor(slices: Informer<StoredEndpointSlice>, keysOf: KeysOf) {
    this.#slices = slices;
    this.#keysOf = keysOf;
    this.#byKey = sharedIndex(slices, keysOf);
  }

  /** The slices of a key, without those that are being deleted. */
  of(key: string): readonly StoredEndpointSlice[] {
    return [...this.#byKey.get(key)].flatMap(({ head, decoded }) =>
      decoded.ok && head.deletionTimestamp === undefined ? [decoded.object] : [],
    );
  }

  /** True if the informer does not show a write yet. The event of the write enqueues the key again. */
  isBehind(key: string, namespace: string): boolean {
    return this.written.isBehind(key, (name) => this.#slices.get({ namespace, name }));
  }

  /** Enqueues the keys of slices that change. Returns a function that ends it. */
  follow(enqueue: (key: string) => void): () => void {
    const enqueueFor = (slice: CachedSlice): void => this.#keysOf(slice).forEach(enqueue);
    return this.#slices.addHandler({
      onAdd: enqueueFor,
      onUpdate: (old, slice) => {
        enqueueFor(old);
        enqueueFor(slice);
      },
      onDelete: (slice) => {
        for (const key of this.#keysOf(slice)) this.written.forget(key, slice.name);
        enqueueFor(slice);
      },
    });
  }
}
