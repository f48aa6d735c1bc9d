/** Delivers the responses of a watch in order, and keeps them while the watch is paused. */
import { ProtocolError } from '../errors.ts';
import type { WatchResponse } from './messages.ts';

export interface PausableDelivery {
  /** Delivers the response, or keeps it. Throws a `ProtocolError` if too many are kept. */
  push(response: WatchResponse): void;
  pause(): void;
  /** Delivers what was kept, until the handler pauses again. */
  resume(): void;
  isPaused(): boolean;
}

/** A response of etcd has at least 60 bytes, so a flow-control window of 4 MiB holds fewer. */
const mostKept = 100_000;
/** Delivered ones are dropped from the front in stretches: one at a time would be quadratic. */
const stretch = 1_024;

export function createPausableDelivery(deliver: (response: WatchResponse) => void): PausableDelivery {
  let kept: WatchResponse[] = [];
  let next = 0;
  let paused = false;
  const isPaused = (): boolean => paused;

  const drop = (): void => {
    if (next < kept.length && next < Math.max(stretch, kept.length / 2)) return;
    kept = kept.slice(next);
    next = 0;
  };

  return {
    push: (response) => {
      if (!paused && kept.length === 0) return deliver(response);
      if (kept.length - next >= mostKept) throw new ProtocolError('etcd sent too many responses to a paused watch');
      kept.push(response);
    },
    pause: () => {
      paused = true;
    },
    resume: () => {
      paused = false;
      for (let response = kept[next]; response !== undefined && !isPaused(); response = kept[next]) {
        next += 1;
        drop();
        deliver(response);
      }
    },
    isPaused,
  };
}
