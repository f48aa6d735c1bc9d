/** The slices that one controller keeps, by the objects that it keeps them for. */
import type { StoredEndpointSlice } from '@keelson/api';
import { objectKey, type CachedObject, type Informer, type ObjectIndex } from '@keelson/informers';

import { sharedIndex } from '../frame/shared-index.ts';
import { managedByLabel, serviceNameLabel } from './slice-object.ts';
import { WrittenSlices } from './written-slices.ts';

type CachedSlice = CachedObject<StoredEndpointSlice>;
type KeysOf = (slice: CachedSlice) => readonly string[];

/** For an index. `manager` names the controller in the labels of its slices. */
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

  /** `keysOf` must be the same function each time. */
  constructor(slices: Informer<StoredEndpointSlice>, keysOf: KeysOf) {
    this.#slices = slices;
    this.#keysOf = keysOf;
    this.#byKey = sharedIndex(slices, keysOf);
  }

  /** Without those that are deleted already. */
  of(key: string): readonly StoredEndpointSlice[] {
    return [...this.#byKey.get(key)].flatMap(({ head, decoded }) =>
      decoded.ok && head.deletionTimestamp === undefined ? [decoded.object] : [],
    );
  }

  /** A write does not show yet: the event of its slice brings the key again. */
  isBehind(key: string, namespace: string): boolean {
    return this.written.isBehind(key, (name) => this.#slices.get({ namespace, name }));
  }

  /** Returns what ends it. */
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
