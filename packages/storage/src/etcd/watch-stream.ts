/**
 * One watch stream to one member: assembles fragments, applies back-pressure while the
 * receiver is busy, and reports its end. It refuses to know about resuming.
 */
import type { OpenedWatch, WatchEvent, WatchCreateRequest, WatchResponse } from '@keelson/etcd-client';

import type { Endpoint, Endpoints } from './endpoints.ts';
import { fenceKeyOf } from './watch-fence.ts';
import { folderEnd, startAbove } from './wire.ts';

export interface StreamOptions {
  readonly endpoint: Endpoint;
  readonly endpoints: Endpoints;
  readonly folder: string;
  /** The first revision wanted. */
  readonly startRevision: number;
  readonly withPrevious: boolean;
  /** Delivers the one key behind the folder as well. */
  readonly withFence: boolean;
  /**
   * Called once the watch is created: nothing is delivered before it resolves, because the member may serve another
   * history than the previous one, or belong to another cluster. The stream is lost if it rejects.
   */
  readonly verify: VerifyWatch;
  /** A returned promise pauses the stream until it resolves. Must not reject. */
  readonly onEvents: (events: readonly WatchEvent[]) => void | Promise<void>;
}

/** `clusterId`: of the member that serves the watch, which may be another than the one that serves reads. */
export type VerifyWatch = (endpoint: Endpoint, clusterId: Buffer) => Promise<void>;

export type StreamEnd =
  /** Up to this revision, if known. */
  | { readonly reason: 'compacted'; readonly compactedRevision: number | undefined }
  /** The member failed or closed the stream: another stream can resume. */
  | { readonly reason: 'lost'; readonly cause: unknown }
  | { readonly reason: 'cancelled' };

export interface EtcdWatchStream {
  readonly ended: Promise<StreamEnd>;
  cancel(): void;
}

/** A member that accepts the connection and does not answer in time is frozen or cut off. */
const createdTimeoutMs = 3_000;

export function openWatchStream(options: StreamOptions): EtcdWatchStream {
  const { endpoint, endpoints } = options;
  let stream: OpenedWatch | undefined;
  let isOver = false;
  let settle: (end: StreamEnd) => void = () => undefined;
  const settled = new Promise<StreamEnd>((resolve) => (settle = resolve));

  const end = (how: StreamEnd): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    stopListening();
    stream?.cancel();
    settle(how);
  };
  const lose = (cause: unknown): void => end({ reason: 'lost', cause });
  /** Ends first, so that this stream does not receive its own `onSuspect`. */
  const blame = (cause: unknown): void => {
    if (isOver) return;
    lose(cause);
    endpoints.suspect(endpoint);
  };
  const timer = setTimeout(() => {
    blame(new Error(`${endpoint.url} did not answer a watch for ${createdTimeoutMs} ms`));
  }, createdTimeoutMs);
  const stopListening = endpoints.onSuspect(endpoint, () => lose(new Error(`${endpoint.url} does not answer`)));

  const receive = createReceiver({
    onCreated: ({ clusterId }) => {
      clearTimeout(timer);
      stream?.pause();
      options.verify(endpoint, clusterId).then(() => {
        endpoints.trust(endpoint);
        stream?.resume();
      }, blame);
    },
    onCompacted: (compactedRevision) => end({ reason: 'compacted', compactedRevision }),
    onCancelled: (reason) => blame(new Error(`${endpoint.url} cancelled a watch: ${reason}`)),
    onEvents: (events) => {
      if (isOver) return;
      const pending = options.onEvents(events);
      if (pending === undefined) return;
      stream?.pause();
      pending.then(() => stream?.resume(), lose);
    },
  });

  try {
    stream = endpoint.watches.open(watchRequest(options), { onResponse: receive, onEnd: blame });
  } catch (cause) {
    lose(cause);
  }
  return { ended: settled, cancel: () => end({ reason: 'cancelled' }) };
}

function watchRequest({ folder, startRevision, withPrevious, withFence }: StreamOptions): WatchCreateRequest {
  const end = withFence ? startAbove(fenceKeyOf(folder)) : folderEnd(folder);
  return { key: Buffer.from(folder), end, startRevision, withPrevious };
}

interface Receiving {
  readonly onCreated: (response: WatchResponse) => void;
  readonly onCompacted: (compactedRevision: number | undefined) => void;
  readonly onCancelled: (reason: string) => void;
  readonly onEvents: (events: readonly WatchEvent[]) => void;
}

/** Delivers events once the last fragment of a response has arrived. */
function createReceiver(receiving: Receiving): (response: WatchResponse) => void {
  let kept: WatchEvent[] = [];
  return (response) => {
    if (response.isCanceled) {
      if (isCompacted(response)) receiving.onCompacted(response.compactRevision || undefined);
      else receiving.onCancelled(response.cancelReason);
      return;
    }
    if (response.isCreated) receiving.onCreated(response);
    const events = kept.length === 0 ? response.events : [...kept, ...response.events];
    kept = response.isFragment ? [...events] : [];
    if (!response.isFragment && events.length > 0) receiving.onEvents(events);
  };
}

function isCompacted({ compactRevision, cancelReason }: WatchResponse): boolean {
  return compactRevision !== 0 || cancelReason.includes('compacted');
}
