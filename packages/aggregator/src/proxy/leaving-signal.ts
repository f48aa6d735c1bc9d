/** Ends what is asked for a client when that client has left. */
import type { LeavingSignal } from '@keelson/callouts';
import type { Outgoing } from '@keelson/http';

/** Each proxied request has one. */
class ClientSignal implements LeavingSignal {
  aborted: boolean;
  readonly #listeners: (() => void)[] = [];

  constructor(response: Outgoing) {
    // A client may leave before its request is sent on, and is not told of a second time.
    this.aborted = response.destroyed && !response.writableEnded;
    response.once('close', () => {
      if (response.writableEnded) return;
      this.aborted = true;
      for (const listener of [...this.#listeners]) listener();
    });
  }

  addEventListener(_: 'abort', listener: () => void): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    const at = this.#listeners.indexOf(listener);
    if (at >= 0) this.#listeners.splice(at, 1);
  }
}

export function leavingSignal(response: Outgoing): LeavingSignal {
  return new ClientSignal(response);
}
