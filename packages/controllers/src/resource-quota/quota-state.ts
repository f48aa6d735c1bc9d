/** What the controller remembers of a quota between two counts. It is lost with the leadership. */
import type { Amounts } from '@keelson/meta';

import { Reservations } from './reservations.ts';

export interface QuotaState {
  readonly reservations: Reservations;
  /**
   * What the status says beyond the first count may be charges of before this replica led, whose objects are still to
   * come: they are held as such.
   */
  isFromBefore: boolean;
  /** The use that a write of the controller is about to show. */
  written: Amounts | undefined;
  cancelDrop: () => void;
  /** Counts the changes of objects that it is about. */
  changes: number;
}

export class QuotaStates {
  readonly #states = new Map<string, QuotaState>();

  of(key: string): QuotaState {
    let state = this.#states.get(key);
    if (state === undefined) {
      const cancelDrop = (): void => undefined;
      state = { reservations: new Reservations(), isFromBefore: false, written: undefined, cancelDrop, changes: 0 };
      this.#states.set(key, state);
    }
    return state;
  }

  delete(key: string): void {
    this.#states.get(key)?.cancelDrop();
    this.#states.delete(key);
  }

  clear(): void {
    for (const key of [...this.#states.keys()]) this.delete(key);
  }
}
