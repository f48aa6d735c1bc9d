/** What a generator is told to do, and what it tells afterwards. All of it can be sent between processes. */
import type { Place } from './connection.ts';

export interface Server {
  readonly place: Place;
  readonly token: string;
}

interface Shared {
  /** Connections are streams of HTTP/2, so many of which share a connection. Absent for HTTP/1.1. */
  readonly streams?: number;
}

/** Requests one after the other on each connection, for a time or until so many are made. */
export interface RequestsJob extends Shared {
  readonly kind: 'requests';
  readonly server: Server;
  readonly connections: number;
  readonly durationMs?: number;
  readonly count?: number;
  /** Taken by weight. */
  readonly mix: readonly Work[];
  readonly besides?: Besides;
  /** The first number of those that works count through, so that rounds do not meet. */
  readonly from?: number;
}

/**
 * Watchers that only cost, beside the requests. They are open before the first request is sent, and begin where the list
 * is then: to be sent all that there is, a hundred times over, is work that would be counted as the requests'.
 */
export interface Besides {
  readonly watchers: number;
  readonly listPath: string;
}

/** `{n}` in texts is a number: from `from` on upwards, or here and there below `below`. `{change}` is never the same twice. */
export interface Work {
  readonly weight?: number;
  readonly method?: string;
  readonly path: string;
  readonly accept?: string;
  readonly contentType?: string;
  readonly body?: string;
  readonly below?: number;
  /** Adds to the number, so that it has the length of names: 1,000,000 makes `1000012`. */
  readonly base?: number;
}

/** Watchers, and writers whose changes say when they were sent. */
export interface FanOutJob extends Shared {
  readonly kind: 'fanOut';
  readonly server: Server;
  /** Where the watchers begin: at the version of this list. */
  readonly listPath: string;
  /** One each; `{version}` is where they begin. */
  readonly watchPaths: readonly string[];
  readonly writers: number;
  readonly updates: number;
  /** PUT where it is absent. */
  readonly method?: string;
  readonly contentType?: string;
  /** The object of a number; `{n}` is the number of the object, `{sent}` the time. */
  readonly path: string;
  readonly body: string;
  readonly objects: number;
  /** How many watchers see each update. */
  readonly seenBy: number;
}

/** Requests at fixed moments, whether or not those before are answered: the way people notice a server that is slow. */
export interface PacedJob {
  readonly kind: 'paced';
  readonly server: Server;
  /** The user that the requests impersonate. */
  readonly user: string;
  readonly connections: number;
  readonly durationMs: number;
  readonly perSecond: number;
  readonly mix: readonly Work[];
  readonly from?: number;
}

/** Requests as fast as connections take them, for a time; refusals are expected. */
export interface FloodJob {
  readonly kind: 'flood';
  readonly server: Server;
  readonly user: string;
  readonly connections: number;
  readonly durationMs: number;
  /** Each connection repeats one of them. */
  readonly paths: readonly string[];
  /** Sent on a connection before the first of them is answered. */
  readonly pipelined: number;
  /** Every second connection reads a little from time to time. */
  readonly hasSlowReaders: boolean;
}

/** Informers that all begin at once: each lists and then watches, and tries again later when it is refused. */
export interface InformersJob extends Shared {
  readonly kind: 'informers';
  readonly server: Server;
  readonly informers: number;
  /** They impersonate so many users, in turns: `bench-informer-0` is the first. */
  readonly users: number;
  readonly listPath: string;
}

export type Job = RequestsJob | FanOutJob | PacedJob | FloodJob | InformersJob;

export interface Done {
  readonly count: number;
  readonly failed: number;
  /** Answers that said to come again later, where that is no failure. */
  readonly refused?: number;
  /** What an answer that failed said first, to look into. */
  readonly failure?: string;
  readonly bytes: number;
  readonly elapsedMs: number;
  /** Of latencies.ts, in microseconds. */
  readonly latencies: readonly number[];
  /** Of the generator itself. */
  readonly cpuMs: number;
}
