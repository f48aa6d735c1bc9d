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
  /** A promise holds the flow until it settles. */
  readonly onEvents: (events: readonly IEvent[]) => void | Promise<void>;
}

export type StreamEnd =
  | { readonly reason: 'compacted' }
  /** The member is away, hung up, or does not keep up: another stream can go on. */
  | { readonly reason: 'lost'; readonly cause: unknown }
  /** `onEvents` failed. */
  | { readonly reason: 'receiver'; readonly cause: unknown };

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

  const collect = fragmentCollector();
  const receive = (response: IWatchResponse): void => {
    if (isOver) return;
    if (response.canceled) {
      if (isCompacted(response)) end({ reason: 'compacted' });
      else blame(new Error(`${endpoint.url} cancelled a watch: ${response.cancel_reason}`));
      return;
    }
    if (response.created) {
      clearTimeout(timer);
      endpoints.trust(endpoint);
    }
    const events = collect(response);
    if (events.length > 0) hand(events);
  };
  const fail = (cause: unknown): void => end({ reason: 'receiver', cause });
  const hand = (events: readonly IEvent[]): void => {
    try {
      const pending = options.onEvents(events);
      if (pending === undefined) return;
      stream?.pause();
      pending.then(() => stream?.resume(), fail);
    } catch (cause) {
      fail(cause);
    }
  };

  endpoint.client.watchClient.watch().then((raw) => {
    stream = raw as PausableStream;
    raw.on('data', receive).on('error', blame).on('end', () => blame(new Error(`${endpoint.url} ended a watch`)));
    if (isOver) hangUp(raw);
    else raw.write(watchRequest(options));
  }, blame);
  return { ended: settled, cancel: () => lose(new Error('cancelled')) };
}

/** Ended first, else the library takes the cancellation for a failure and closes every connection to the member. */
function hangUp(stream: RawStream): void {
  stream.end();
  stream.cancel();
}

function watchRequest({ folder, startRevision }: StreamOptions): IWatchRequest {
  return {
    create_request: {
      key: Buffer.from(folder),
      range_end: endOf(folder),
      start_revision: startRevision,
      prev_kv: true,
      fragment: true,
    },
  };
}

function isCompacted({ compact_revision, cancel_reason }: IWatchResponse): boolean {
  return compact_revision !== '0' || cancel_reason.includes('compacted');
}

/** Answers the events of a response once its last fragment has come. */
function fragmentCollector(): (response: IWatchResponse) => readonly IEvent[] {
  let kept: IEvent[] = [];
  return (response) => {
    // The library's type leaves `fragment` out.
    const isPart = 'fragment' in response && response.fragment === true;
    if (!isPart && kept.length === 0) return response.events;
    kept.push(...response.events);
    if (isPart) return [];
    const whole = kept;
    kept = [];
    return whole;
  };
}
