/**
 * The encoded forms of one change, each made when the first watcher needs it and
 * shared by all others of the turn. They are not kept beyond that: the queues hold
 * what is still to be sent.
 */
import type { Encoded } from '../objects/derived-cache.ts';
import { objectFor } from './classify-event.ts';
import type { WatchedChange } from './classify-event.ts';
import type { EventType, WatchEncoder } from './watch-request.ts';

export interface Frames {
  /** Throws what the encoder throws. */
  get(encoder: WatchEncoder, type: EventType): Encoded;
}

export function createFrames(change: WatchedChange): Frames {
  const made = new Map<WatchEncoder, Partial<Record<EventType, Encoded>>>();
  return {
    get: (encoder, type) => {
      let byType = made.get(encoder);
      if (byType === undefined) made.set(encoder, (byType = {}));
      return (byType[type] ??= encoder.encodeEvent(type, objectFor(type, change)));
    },
  };
}
