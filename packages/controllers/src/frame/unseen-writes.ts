/**
 * The writes of a controller that its informers do not show yet. Acting on a state from before one's own writes would
 * repeat them, or meet a conflict. What an informer never shows, as it was deleted at once, is forgotten after a while.
 */
import type { CachedObject, Informer } from '@keelson/informers';
import { objectKey, splitObjectKey } from '@keelson/informers';

import type { ControllerClock } from '../controller-clock.ts';

interface UnseenWrite {
  readonly revision: number;
  readonly atMs: number;
}

/** Another write of an object came first: the sync ends, and the event of that write brings its key again. */
export class ConflictingWrite extends Error {}

const forgottenAfterMs = 60_000;
/** A state that lags behind is looked at again after so long, though an event should come before. */
export const lagMs = 5_000;

export class UnseenWrites<T> {
  readonly #informer: Pick<Informer<T>, 'get'>;
  readonly #clock: Pick<ControllerClock, 'now'>;
  /** By the key that is reconciled, then by that of the object. */
  readonly #byKey = new Map<string, Map<string, UnseenWrite>>();

  constructor(informer: Pick<Informer<T>, 'get'>, clock: Pick<ControllerClock, 'now'>) {
    this.#informer = informer;
    this.#clock = clock;
  }

  wrote(key: string, object: CachedObject<T>): void {
    const writes = this.#byKey.get(key) ?? new Map<string, UnseenWrite>();
    this.#byKey.set(key, writes);
    writes.set(objectKey(object), { revision: object.version.revision, atMs: this.#clock.now() });
  }

  /** The informer shows all that was written for the key. */
  areShown(key: string): boolean {
    const writes = this.#byKey.get(key);
    if (writes === undefined) return true;
    for (const [name, { revision, atMs }] of writes) {
      const shown = this.#informer.get(splitObjectKey(name));
      const isShown = shown !== undefined && shown.version.revision >= revision;
      if (isShown || this.#clock.now() - atMs > forgottenAfterMs) writes.delete(name);
    }
    if (writes.size > 0) return false;
    this.#byKey.delete(key);
    return true;
  }

  /** The informer showed the object, and shows its end. */
  sawDelete(key: string, object: CachedObject<T>): void {
    this.#byKey.get(key)?.delete(objectKey(object));
  }

  forget(key: string): void {
    this.#byKey.delete(key);
  }
}
