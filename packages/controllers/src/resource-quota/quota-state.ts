/** State of a quota between two recounts. It is lost with the leadership. */
import type { Amounts } from '@keelson/meta';

import { Reservations } from './reservations.ts';

export interface QuotaState {
  readonly reservations: Reservations;
  /**
   * The quota is older than this replica's leadership. The excess of its status over the first recount may be charges
   * whose objects are not stored yet: it is reserved.
   */
  isFromBefore: boolean;
  /** The `used` of the controller's own write, whose event is still to come: it is no charge. */
  written: Amounts | undefined;
  cancelDrop: () => void;
  /** The number of changes of objects that the quota counts. */
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
