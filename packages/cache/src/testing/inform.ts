/**
 * An informer as in client libraries: it lists, watches from there, resumes from the last revision seen, and lists
 * again when that revision is no longer valid.
 */
import type { ResourceCache } from '../resource-cache.ts';
import type { CacheWatch, WatchEnd } from '../watch/watch-request.ts';
import { textEncoder } from './objects.ts';

export interface Informer {
  /** `key@revision` of every object, as far as it knows. */
  readonly state: () => readonly string[];
  readonly isWatching: () => boolean;
  readonly relists: () => number;
  /** Frames that cannot be true: a change to an older version, or of an object it does not have. */
  readonly faults: readonly string[];
  /** Hangs up, as when the network fails, and comes back. */
  hangUp(): void;
  close(): void;
}

export function inform(things: ResourceCache, kind: 'mostRecent' | 'any'): Informer {
  const state = new Map<string, number>();
  const faults: string[] = [];
  let lastRevision = 0;
  let relists = -1;
  let isClosed = false;
  let watch: CacheWatch | undefined;

  const onEnd = ({ reason }: WatchEnd): void => {
    watch = undefined;
    if (isClosed) return;
    if (reason === 'compacted' || reason === 'historyRestarted') void list();
    else setImmediate(addEventHandler);
  };

  const addEventHandler = (): void => {
    if (isClosed || watch !== undefined) return;
    watch = things.watch({
      start: { kind: 'after', revision: lastRevision },
      bookmarks: true,
      encoder: textEncoder,
      sink: {
        onChunks: (chunks) => {
          for (const chunk of chunks) {
            const frame = Buffer.from(chunk).toString();
            lastRevision = Number(/@(\d+)/.exec(frame)?.[1]);
            if (!takeIn(state, frame)) faults.push(frame);
          }
          return true;
        },
        onEnd,
      },
    });
  };

  const list = async (): Promise<void> => {
    relists += 1;
    const listed = await things.list({}, { kind });
    if (isClosed || !listed.ok) return;
    state.clear();
    for (const { key, revision } of listed.objects) state.set(key, revision);
    lastRevision = listed.revision;
    addEventHandler();
  };

  void list();
  return {
    state: () => [...state].map(([key, revision]) => `${key}@${revision}`).sort(),
    isWatching: () => watch !== undefined,
    relists: () => relists,
    faults,
    hangUp: () => {
      watch?.close();
      watch = undefined;
      setImmediate(addEventHandler);
    },
    close: () => {
      isClosed = true;
      watch?.close();
    },
  };
}

/** Applies the frame; returns false if it cannot follow from the state. */
function takeIn(state: Map<string, number>, frame: string): boolean {
  const [, type = '', key = '', at = ''] = /^(\w+) (\S*)@(\d+)/.exec(frame) ?? [];
  if (type === 'BOOKMARK') return true;
  const [known, revision] = [state.get(key), Number(at)];
  if (type === 'DELETED') state.delete(key);
  else state.set(key, revision);
  return revision > (known ?? 0) && (type === 'ADDED') === (known === undefined);
}
