/** Dependencies shared by the stations of the chain: set up once, for all requests. */
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Auditor, AuditRecord } from '@keelson/audit';
import type { Authenticate, Authorizer } from '@keelson/auth';
import type { ArrivalQueue, Incoming, Outgoing } from '@keelson/http';
import type { Release, Resource, Verb } from '@keelson/schema';

import type { RequestInfo } from '../request/request-info.ts';
import type { FindRoute, Routes } from '../request/route.ts';
import type { UnreadAnswers } from '../transit/unread-answers.ts';
import type { Uploads } from '../transit/uploads.ts';
import type { VerbContext } from '../exchange/verb-context.ts';
import type { BrowserSettings, GreetBrowser } from './browsers.ts';
import type { CredentialSources } from './credentials.ts';
import type { Forward } from '../exchange/forward.ts';
import type { Passage } from '../exchange/passage.ts';
import type { RetryAfter } from './retry-after.ts';
import type { TimeLimit } from './time-limit.ts';
import type { RequestKind, Turns } from '../exchange/turns.ts';

export interface HandlerOptions {
  readonly context: VerbContext;
  readonly routes: Routes;
  readonly authenticate: Authenticate;
  readonly credentials: CredentialSources;
  readonly authorizer: Authorizer;
  readonly turns: Turns;
  /** Bodies that come in pieces. */
  readonly uploads: Uploads;
  /** Answers that wait for their clients. */
  readonly unread: UnreadAnswers;
  /** After this a request that is no watch is answered with 504, whatever it still does. */
  readonly requestTimeoutMs: number;
  readonly release: Release;
  /** Answers what is no resource: discovery, health, metrics, OpenAPI. */
  readonly documents: (incoming: IncomingMessage, response: ServerResponse, record: AuditRecord | undefined) => void;
  /** Carries out requests for what `routes` calls remote. */
  readonly forward?: Forward | undefined;
  /** Nothing is told them without it. */
  readonly browsers?: BrowserSettings | undefined;
  /** Absent if auditing is off. */
  readonly auditor?: Auditor | undefined;
  readonly observer?: RequestObserver | undefined;
  /** Called for each request for a deprecated version that is carried out. */
  readonly onDeprecated?: ((request: DeprecatedCall) => void) | undefined;
}

/** A request for a deprecated version, and its client. */
export interface DeprecatedCall {
  readonly user: string;
  readonly userAgent: string;
  /** The address it came from, as far as proxies tell. */
  readonly source: string;
  /** In the version that was asked for. */
  readonly resource: Resource;
  readonly subresource: string;
  readonly verb: Verb;
}

/** Measures requests. */
export interface RequestObserver {
  /** Called for every request when it arrives; learns of its end too. */
  onRequest(incoming: Incoming, info: RequestInfo, response: Outgoing): void;
  /** Of a request that is refused because there are too many. */
  onDropped(kind: RequestKind): void;
  /** Of a request that is ended so that others can go on. */
  onTerminated(incoming: Incoming, info: RequestInfo, code: 408 | 429 | 504): void;
  /** Of a request that went on after it was answered with 504, when it ends. */
  onLateEnd(status: 'error' | 'ok'): void;
  /** Of an answer that is cut off in its middle. */
  onAborted(incoming: Incoming, info: RequestInfo): void;
}

export interface Chain extends HandlerOptions {
  readonly findRoute: FindRoute;
  readonly timeLimit: TimeLimit<Passage>;
  readonly greetBrowser: GreetBrowser | undefined;
  readonly retryAfter: RetryAfter;
  /**
   * Requests whose wait for a seat has ended, by user. Many end in one turn of the event loop: a watch that begins frees its
   * seat for the next one at once, and those that came together are refused together.
   */
  readonly resumed: ArrivalQueue;
}
