/**
 * The open streams, in the order of their ids. An array: the hash tables of a `Map` that changes all the time are
 * linked to each other, and one that has reached the old generation keeps all that follow it from being collected.
 */
import type { ClientStream } from './client-stream.ts';

export interface OpenStreams {
  /** The id must be above all before it. */
  add(stream: ClientStream): void;
  find(id: number): ClientStream | undefined;
  /** Returns whether it was there. */
  remove(stream: ClientStream): boolean;
  /** A live view. */
  all(): readonly ClientStream[];
}

export function createOpenStreams(): OpenStreams {
  const running: ClientStream[] = [];

  /** The index of the stream, or the one to insert it at. */
  const indexOf = (wanted: number): number => {
    let [low, high] = [0, running.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((running[middle]?.id ?? Infinity) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    add: (stream) => void running.push(stream),
    find: (id) => {
      const found = running[indexOf(id)];
      return found?.id === id ? found : undefined;
    },
    remove: (stream) => {
      const index = indexOf(stream.id);
      if (running[index] !== stream) return false;
      running.splice(index, 1);
      return true;
    },
    all: () => running,
  };
}
