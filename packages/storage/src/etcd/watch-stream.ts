/**
 * One watch stream to one member: puts fragments together, holds the flow while
 * the receiver is busy, and says how it ended. It refuses to know about resuming.
 */
import type { IEvent, IWatchRequest, IWatchResponse, WatchClient } from 'etcd3';

import type { Endpoint, Endpoints } from './endpoints.ts';
import { endOf } from './wire.ts';

export interface StreamOptions {
  readonly endpoint: Endpoint;
  readonly endpoints: Endpoints;
  readonly folder: string;
  /** The first revision wanted. */
  readonly startRevision: number;
  readonly withPrevious: boolean;
  /** A promise holds the flow until it resolves. Must not fail. */
  readonly onEvents: (events: readonly IEvent[]) => void | Promise<void>;
}

export type StreamEnd =
  | { readonly reason: 'compacted' }
  /** The member is away, hung up, or does not keep up: another stream can go on. */
  | { readonly reason: 'lost'; readonly cause: unknown }
  | { readonly reason: 'cancelled' };

export interface WatchStream {
  readonly ended: Promise<StreamEnd>;
  cancel(): void;
}

type RawStream = Awaited<ReturnType<WatchClient['watch']>>;
/** The library's type leaves out that it is a Node stream. */
type PausableStream = RawStream & { pause(): void; resume(): void };

/** A member that accepts the connection and says nothing is stopped or cut off. */
const createdTimeoutMs = 3_000;

export function openWatchStream(options: StreamOptions): WatchStream {
  const { endpoint, endpoints } = options;
  let stream: PausableStream | undefined;
  let isOver = false;
  let settle: (end: StreamEnd) => void = () => undefined;
  const settled = new Promise<StreamEnd>((resolve) => (settle = resolve));

  const end = (how: StreamEnd): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    stopListening();
    if (stream !== undefined) hangUp(stream);
    settle(how);
  };
  const lose = (cause: unknown): void => end({ reason: 'lost', cause });
  /** Ends first, so that this stream is not told of its own suspicion. */
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
    onCreated: () => {
      clearTimeout(timer);
      endpoints.trust(endpoint);
    },
    onCompacted: () => end({ reason: 'compacted' }),
    onCancelled: (reason) => blame(new Error(`${endpoint.url} cancelled a watch: ${reason}`)),
    onEvents: (events) => {
      if (isOver) return;
      const pending = options.onEvents(events);
      if (pending === undefined) return;
      stream?.pause();
      void pending.then(() => stream?.resume());
    },
  });

  endpoint.client.watchClient.watch().then((raw) => {
    stream = raw as PausableStream;
    raw.on('data', receive).on('error', blame);
    raw.on('end', () => blame(new Error(`${endpoint.url} ended a watch`)));
    if (isOver) hangUp(raw);
    else raw.write(watchRequest(options));
  }, blame);
  return { ended: settled, cancel: () => end({ reason: 'cancelled' }) };
}

/** Ended first, else the library takes the cancellation for a failure and closes every connection to the member. */
function hangUp(stream: RawStream): void {
  stream.end();
  stream.cancel();
}

function watchRequest({ folder, startRevision, withPrevious }: StreamOptions): IWatchRequest {
  return {
    create_request: {
      key: Buffer.from(folder),
      range_end: endOf(folder),
      start_revision: startRevision,
      prev_kv: withPrevious,
      fragment: true,
    },
  };
}

interface Receiving {
  readonly onCreated: () => void;
  readonly onCompacted: () => void;
  readonly onCancelled: (reason: string) => void;
  readonly onEvents: (events: readonly IEvent[]) => void;
}

/** The library's type leaves the field out. */
type MaybeFragment = IWatchResponse & { readonly fragment?: boolean };

/** Events are passed on once the last fragment of a response has come. */
function createReceiver(receiving: Receiving): (response: IWatchResponse) => void {
  let kept: IEvent[] = [];
  return (response: MaybeFragment) => {
    if (response.canceled) {
      if (isCompacted(response)) receiving.onCompacted();
      else receiving.onCancelled(response.cancel_reason);
      return;
    }
    if (response.created) receiving.onCreated();
    const events = kept.length === 0 ? response.events : [...kept, ...response.events];
    kept = response.fragment ? events : [];
    if (!response.fragment && events.length > 0) receiving.onEvents(events);
  };
}

function isCompacted({ compact_revision, cancel_reason }: IWatchResponse): boolean {
  return compact_revision !== '0' || cancel_reason.includes('compacted');
}
