/** Small stored objects, watchers that write down what they see, and waiting for turns to pass. */
import type { ObjectAttributes } from '../objects/object-version.ts';
import type { ResourceCache } from '../resource-cache.ts';
import type { CacheWatch, WatchEncoder, WatchEnd, WatchRequest } from '../watch/watch-request.ts';

/** The stored text of an object, without resourceVersion. */
export function storedObject(name: string, content: { labels?: Record<string, string>; data?: string } = {}): string {
  const { labels = {}, data = '' } = content;
  return JSON.stringify({ kind: 'Thing', apiVersion: 'v1', metadata: { name, uid: `uid-${name}`, labels }, data });
}

interface Parsed {
  readonly metadata: {
    readonly name: string;
    readonly resourceVersion: string;
    readonly labels: Record<string, string>;
  };
  readonly data: string;
}

export function parseObject(value: Uint8Array): Parsed {
  return JSON.parse(Buffer.from(value).toString()) as Parsed;
}

export function extractLabels(value: Buffer): ObjectAttributes {
  return { labels: parseObject(value).metadata.labels, fields: {} };
}

/** Events as short text: `ADDED ns/name@revision data`. */
export const textEncoder: WatchEncoder = {
  encodeEvent: (type, { key, revision, value }) => {
    const { metadata, data } = parseObject(value);
    const seen = metadata.resourceVersion === String(revision) ? '' : ` but says ${metadata.resourceVersion}`;
    return Buffer.from(`${type} ${key}@${revision}${seen} ${data}`.trimEnd());
  },
  encodeBookmark: (revision, endsInitialEvents) =>
    Buffer.from(`BOOKMARK @${revision}${endsInitialEvents ? ' initial' : ''}`),
};

export interface Recording {
  readonly events: string[];
  /** The number of chunks in each call. */
  readonly turns: number[];
  readonly ends: WatchEnd[];
  readonly watch: CacheWatch;
  /** From now on the consumer says that it is full, or no longer. */
  setFull(isFull: boolean): void;
}

export function record(
  resource: ResourceCache,
  request: Partial<Omit<WatchRequest, 'sink'>> & Pick<WatchRequest, 'start'>,
): Recording {
  const events: string[] = [];
  const turns: number[] = [];
  const ends: WatchEnd[] = [];
  let isFull = false;
  const watch = resource.watch({
    encoder: textEncoder,
    ...request,
    sink: {
      onChunks: (chunks) => {
        turns.push(chunks.length);
        for (const chunk of chunks) events.push(Buffer.from(chunk).toString());
        return !isFull;
      },
      onEnd: (end) => void ends.push(end),
    },
  });
  return {
    events,
    turns,
    ends,
    watch,
    setFull: (full) => {
      isFull = full;
      if (!full) watch.resume();
    },
  };
}

/** Waits for this many turns of the event loop. */
export async function turns(count = 20): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
