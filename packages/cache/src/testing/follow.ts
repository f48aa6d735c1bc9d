/**
 * A watcher as clients are: it writes down what it sees and, when its watch ends in
 * a way that allows it, resumes from the last revision seen.
 */
import type { StorageEvent } from '@keelson/storage';
import { bytesOf } from '@keelson/storage/conformance';

import type { ResourceCache } from '../resource-cache.ts';
import type { CacheWatch, WatchEncoder, WatchEnd } from '../watch/watch-request.ts';

export interface Following {
  /** `<revision> <type> <key> <value>`, as `textOf` says it of events of the store. */
  readonly seen: readonly string[];
  readonly lastRevision: () => number;
  readonly resumes: () => number;
  /** Ends from which it could not resume: it would have had to list again. */
  readonly lost: readonly WatchEnd[];
  /** While held it takes nothing more, as a client that does not read its socket. */
  hold(isHeld: boolean): void;
  close(): void;
}

const encoder: WatchEncoder = {
  encodeEvent: (type, { key, revision, value }) => Buffer.from(`${revision} ${type} ${key} ${value.toString()}`),
  encodeBookmark: () => Buffer.of(),
};

/** The event as a watcher without a selector must see it. */
export function textOf({ key, revision, value, previous }: StorageEvent): string {
  const type = value === undefined ? 'DELETED' : previous === undefined ? 'ADDED' : 'MODIFIED';
  return `${revision} ${type} ${key} ${bytesOf(value ?? previous?.value ?? Buffer.of()).toString()}`;
}

/** With `resumeEvery` it disconnects by itself after that many events, and resumes. */
export function addEventHandler(
  things: ResourceCache,
  afterRevision: number,
  { resumeEvery = Infinity }: { readonly resumeEvery?: number } = {},
): Following {
  const seen: string[] = [];
  const lost: WatchEnd[] = [];
  let lastRevision = afterRevision;
  let resumes = -1;
  let isHeld = false;
  let isClosed = false;
  let watch: CacheWatch | undefined;

  const onEnd = (end: WatchEnd): void => {
    if (end.reason === 'compacted' || end.reason === 'failed') lost.push(end);
    else if (!isClosed) setImmediate(start);
  };
  const start = (): void => {
    if (isClosed) return;
    resumes += 1;
    let taken = 0;
    const mine = things.watch({
      start: { kind: 'after', revision: lastRevision },
      encoder,
      sink: {
        onChunks: (chunks) => {
          for (const chunk of chunks) seen.push(Buffer.from(chunk).toString());
          lastRevision = Number.parseInt(seen.at(-1) ?? '', 10);
          taken += chunks.length;
          if (taken >= resumeEvery) {
            mine.close();
            start();
          }
          return !isHeld;
        },
        onEnd,
      },
    });
    watch = mine;
  };
  start();
  return {
    seen,
    lastRevision: () => lastRevision,
    resumes: () => resumes,
    lost,
    hold: (held) => {
      isHeld = held;
      if (!held) watch?.resume();
    },
    close: () => {
      isClosed = true;
      watch?.close();
    },
  };
}
