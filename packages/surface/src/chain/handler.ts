/**
 * The chain every request passes, as plain functions:
 *
 *     headers ─ target ─ time limit ─ who ─ record ─ as whom ─ turn ─ may they ─┬─ verb       resources
 *                                                                               └─ documents  everything else
 *
 * Each station either ends the response or hands on. Nothing here knows a kind.
 */
import { randomUUID } from 'node:crypto';

import { ArrivalQueue, NodeIncoming, type AnswerNode, type AnswerQuickly, type Incoming } from '@keelson/http';
import { internalError } from '@keelson/meta';
import { isPromise } from '@keelson/telemetry';

import { cacheRoutes } from '../request/route-cache.ts';
import { createFindRoute, type RouteResult, type Routes } from '../request/route.ts';
import { sendStatus } from '../respond/send-status.ts';
import { answerRequest } from './answer-request.ts';
import { createGreetBrowser } from './browsers.ts';
import type { Chain, HandlerOptions } from './chain.ts';
import { Passage, type PassageParts, type ShowPage } from '../exchange/passage.ts';
import { refuseLate } from './refuse.ts';
import { createRetryAfter } from './retry-after.ts';
import { createTimeLimit } from './time-limit.ts';

/** The same chain for requests however they came. */
export interface Handler {
  readonly answer: AnswerNode;
  /** Takes requests for resources, and leaves pages to the other one. */
  readonly answerQuickly: AnswerQuickly;
}

/** Each is a refusal, the begin of a watch or less: 0.1 to 0.3 ms. */
const resumedPerTurn = 16;

export function createHandler(options: HandlerOptions): Handler {
  const { routes, unread, observer, turns } = options;
  const onWatch = turns.watch;
  const findRoute = cacheRoutes(routes, createFindRoute(routes));
  const timeLimit = createTimeLimit(options.requestTimeoutMs, (late: Passage) => refuseLate(options, late));
  const greetBrowser = createGreetBrowser(options.browsers ?? {});
  const resumed = new ArrivalQueue({ mostPerTurn: resumedPerTurn });
  const retryAfter = createRetryAfter();
  const chain: Chain = { ...options, findRoute, timeLimit, greetBrowser, resumed, retryAfter };
  const onCutOff = ({ incoming, found }: Passage): void => {
    if (found.ok) observer?.onAborted(incoming, found.route.info);
  };
  const quickParts: PassageParts = { unread, onWatch, onCutOff, showPage: neverShown };
  return {
    answer: (message, response) => {
      const incoming = new NodeIncoming(message);
      // Not before the parser has seen all that came: what follows may show that the request is none.
      const begin = (found: RouteResult): void => {
        const showPage: ShowPage = (record) => options.documents(message, response, record);
        const passage = new Passage(incoming, response, found, { unread, onWatch, onCutOff, showPage });
        // The close of a response of Node's comes when its client has taken all of it.
        response.once('prefinish', () => {
          passage.end();
          incoming.discardRest();
        });
        start(chain, passage);
      };
      queueMicrotask(() => {
        const found = findRoute(incoming.method, incoming.url);
        if (!mayBeDefined(routes, found)) {
          begin(found);
          return;
        }
        whenCaughtUp(routes, () => {
          if (!response.destroyed) begin(findRoute(incoming.method, incoming.url));
        });
      });
    },
    answerQuickly: (incoming, response) => {
      const found = findRoute(incoming.method, incoming.url);
      if (found.ok && (found.route.info.kind === 'path' || mayBeDefined(routes, found))) return false;
      start(chain, new Passage(incoming, response, found, quickParts));
      return true;
    },
  };
}

/** Nothing is known at this URL, but perhaps on another replica. */
function mayBeDefined({ caughtUp }: Routes, found: RouteResult): boolean {
  if (caughtUp === undefined || !found.ok) return false;
  const { info } = found.route;
  return (info.kind === 'path' || info.kind === 'noResource') && info.mayBeDefined === true;
}

/** A store that does not answer is met by the request itself, if it asks for more than it knows. */
function whenCaughtUp({ caughtUp }: Routes, proceed: () => void): void {
  caughtUp?.().then(proceed, proceed);
}

function neverShown(): never {
  throw new Error('a page was asked for where there are none');
}

function start(chain: Chain, passage: Passage): void {
  const { incoming, response } = passage;
  response.setHeader('Audit-Id', auditId(incoming));
  response.setHeader('Cache-Control', 'no-cache, private');
  if (chain.greetBrowser?.(incoming, response) === true) return;
  try {
    const answered = answerRequest(chain, passage);
    if (!isPromise(answered)) return;
    answered.then(
      () => {
        if (passage.isLate) chain.observer?.onLateEnd('ok');
      },
      (error: unknown) => {
        if (passage.isLate) chain.observer?.onLateEnd('error');
        fail(chain, passage, error);
      },
    );
  } catch (error) {
    fail(chain, passage, error);
  }
}

function fail({ context }: Chain, passage: Passage, error: unknown): void {
  const { incoming, record } = passage;
  context.logger.error('a request failed', { method: incoming.method, url: incoming.url, error });
  record?.notePanic();
  sendStatus(passage, internalError('the server met a fault of its own; its log tells more'));
}

/** The client's own, if it is one that can be logged as it is. */
function auditId({ headers }: Incoming): string {
  const given = headers['audit-id'];
  return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID();
}
