/**
 * The chain every request passes, as plain functions:
 *
 *     headers ─ target ─ limits ─ who ─ record ─ as whom ─ may they ─┬─ verb       resources
 *                                                                    └─ documents  everything else
 *
 * Each station either ends the response or hands on. Nothing here knows a kind.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Auditor } from '@keelson/audit';
import type { Attributes, Authenticate, Authorizer, Decision, User } from '@keelson/auth';
import { NodeIncoming, type AnswerNode, type AnswerQuickly, type Incoming, type Outgoing } from '@keelson/http';
import { badRequest, deprecationWarning, internalError, methodNotAllowed, pathNotFound, timeout } from '@keelson/meta';
import { when, type Soon } from '@keelson/registry';
import type { Release, Verb as VerbName } from '@keelson/schema';

import { beginRecord } from '../audit/begin-record.ts';
import { decisionAnnotations } from '../audit/decision-annotations.ts';
import { endRecord, recordOf } from '../audit/records.ts';
import { rememberNeighbours } from '../request/neighbours.ts';
import type { RequestInfo, Routes } from '../request/request-info.ts';
import { createFindRoute, type FindRoute, type Route, type RouteResult } from '../request/route.ts';
import { sendStatus } from '../respond/send-status.ts';
import { create } from '../verbs/create.ts';
import { deleteCollection, deleteOne } from '../verbs/delete.ts';
import { get } from '../verbs/get.ts';
import { list } from '../verbs/list.ts';
import { patch } from '../verbs/patch.ts';
import { statusStyle } from '../verbs/representation.ts';
import { update } from '../verbs/update.ts';
import type { VerbContext } from '../verbs/verb-context.ts';
import type { Verb } from '../verbs/verb.ts';
import { addWarnings } from '../verbs/warnings.ts';
import { watch } from '../verbs/watch.ts';
import type { CredentialSources } from './credentials.ts';
import type { Exchange } from './exchange.ts';
import { forbid } from './forbid.ts';
import { actAs, recognize, refuseStranger, type Arrival } from './identify.ts';
import type { InFlight, RequestKind } from './in-flight.ts';
import { createTimeLimit, type TimeLimit } from './time-limit.ts';

const verbs: Readonly<Record<VerbName, Verb>> = {
  create,
  delete: deleteOne,
  deletecollection: deleteCollection,
  get,
  list,
  patch,
  update,
  watch,
};

export interface HandlerOptions {
  readonly context: VerbContext;
  readonly routes: Routes;
  readonly authenticate: Authenticate;
  readonly credentials: CredentialSources;
  readonly authorizer: Authorizer;
  readonly inFlight: InFlight;
  /** After this a request that is no watch is answered with 504, whatever it still does. */
  readonly requestTimeoutMs: number;
  readonly release: Release;
  /** Answers what is no resource: discovery, health, metrics, OpenAPI. */
  readonly documents: (incoming: IncomingMessage, response: ServerResponse) => void;
  /** Writes down what is done. Absent where nobody wants that. */
  readonly auditor?: Auditor | undefined;
  /** Told of every request when it comes, and of its end. */
  readonly onRequest?: (incoming: Incoming, info: RequestInfo, response: Outgoing) => void;
}

/** The same chain for requests however they came. */
export interface Handler {
  readonly answer: AnswerNode;
  /** Takes requests for resources, and leaves pages to the other one. */
  readonly answerQuickly: AnswerQuickly;
}

/** What was set up once for all requests. */
interface Chain extends HandlerOptions {
  readonly findRoute: FindRoute;
  readonly timeLimit: TimeLimit<Arrived>;
}

interface Arrived extends Pick<Exchange, 'incoming' | 'response' | 'showPage'> {
  readonly found: RouteResult;
}

export function createHandler(options: HandlerOptions): Handler {
  const { routes, requestTimeoutMs } = options;
  const findRoute = rememberNeighbours(routes.scheme, createFindRoute(routes));
  const timeLimit = createTimeLimit(requestTimeoutMs, (late: Arrived) => refuseLate(late, requestTimeoutMs));
  const chain: Chain = { ...options, findRoute, timeLimit };
  return {
    answer: (message, response) => {
      const incoming = new NodeIncoming(message);
      // Not before the parser has seen all that came: what follows may show that the request is none.
      queueMicrotask(() => {
        const showPage = (): void => options.documents(message, response);
        start(chain, { incoming, response, found: findRoute(incoming.method, incoming.url), showPage });
      });
    },
    answerQuickly: (incoming, response) => {
      const found = findRoute(incoming.method, incoming.url);
      if (found.ok && found.route.info.kind === 'path') return false;
      start(chain, { incoming, response, found, showPage: neverShown });
      return true;
    },
  };
}

function neverShown(): never {
  throw new Error('a page was asked for where there are none');
}

function start(chain: Chain, arrived: Arrived): void {
  const { incoming, response } = arrived;
  response.setHeader('Audit-Id', auditId(incoming));
  response.setHeader('Cache-Control', 'no-cache, private');
  try {
    const handled = handle(chain, arrived);
    if (handled instanceof Promise) handled.catch((error: unknown) => fail(chain, arrived, error));
  } catch (error) {
    fail(chain, arrived, error);
  }
}

function fail({ context }: Chain, { incoming, response }: Arrived, error: unknown): void {
  context.logger.error('a request failed', { method: incoming.method, url: incoming.url, error });
  recordOf(response)?.notePanic();
  sendStatus(response, internalError('the server met a fault of its own; its log tells more'));
}

/** The client's own, if it is one that can be logged as it is. */
function auditId({ headers }: Incoming): string {
  const given = headers['audit-id'];
  return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID();
}

/** At once where nothing has to be waited for, as for most gets: each promise on the way costs as much as a station. */
function handle(chain: Chain, arrived: Arrived): Soon<void> {
  const { incoming, response, found } = arrived;
  if (!found.ok) {
    sendStatus(response, badRequest(found.message));
    return undefined;
  }
  const { info } = found.route;
  chain.onRequest?.(incoming, info, response);
  const kind = countedAs(incoming.method, info);
  if (kind === undefined) {
    response.once('close', () => endRecord(response));
    return admit(chain, arrived, found.route);
  }
  if (!chain.inFlight.enter(kind)) {
    refuseBusy(response);
    return undefined;
  }
  const underWay = chain.timeLimit.begin(arrived);
  response.once('close', () => {
    chain.timeLimit.end(underWay);
    chain.inFlight.leave(kind);
    endRecord(response);
  });
  return admit(chain, arrived, found.route);
}

/** Undefined for what may take as long as it likes. */
function countedAs(method: string, info: RequestInfo): RequestKind | undefined {
  if (info.kind === 'resource' && info.verb === 'watch') return undefined;
  return method === 'GET' || method === 'HEAD' ? 'readOnly' : 'mutating';
}

function refuseBusy(response: Outgoing): void {
  const text = 'Too many requests, please try again later.\n';
  response.writeHead(429, {
    'Content-Type': 'text/plain; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'Retry-After': '1',
    'Content-Length': text.length,
  });
  response.end(text);
}

function refuseLate({ incoming, response }: Arrived, limitMs: number): void {
  const seconds = String(Math.round(limitMs / 1000));
  // What is still to come of the request would be taken for the next one.
  if (!incoming.isComplete() && !response.headersSent) response.setHeader('Connection', 'close');
  sendStatus(response, timeout(`request did not complete within the allotted timeout of ${seconds}s`));
}

function admit(
  chain: Chain,
  { incoming, response, showPage }: Arrived,
  { target, info, attributes }: Route,
): Soon<void> {
  const { auditor, context } = chain;
  const userAgent = incoming.headers['user-agent'] ?? '';
  const style = () => statusStyle({ incoming, target, userAgent }, context);
  const arrival: Arrival = { incoming, response, style };
  const receivedMs = auditor?.now() ?? 0;
  const proceed = (user: User): Soon<void> =>
    when(mayDo(chain, arrival, user, attributes), (isAllowed) =>
      isAllowed ? dispatch(chain, { incoming, response, target, info, showPage, user, userAgent }) : undefined,
    );
  return when(recognize(chain, incoming), (recognition) => {
    const { user: caller } = recognition;
    if (auditor !== undefined) {
      beginRecord(auditor, { incoming, response, target, info, attributes, user: caller, receivedMs });
    }
    if (caller === undefined) return refuseStranger(arrival, recognition);
    const acting = actAs({ authorizer: chain.authorizer, domain: context.scheme.domain }, arrival, caller);
    return when(acting, (user) => (user === undefined ? undefined : proceed(user)));
  });
}

/** Whether they may. Ends the response of those who may not. */
function mayDo(chain: Chain, arrival: Arrival, user: User, attributes: Attributes): Soon<boolean> {
  return when(chain.authorizer.authorize(user, attributes), (decision) => {
    note(chain, arrival, decision);
    if (decision.verdict === 'allow') return true;
    const { response, style } = arrival;
    response.setHeader('X-Content-Type-Options', 'nosniff');
    sendStatus(response, forbid(user, attributes, decision), style());
    return false;
  });
}

function note({ context }: Chain, { response }: Arrival, decision: Decision): void {
  recordOf(response)?.annotate(decisionAnnotations(decision, context.scheme.domain));
}

function dispatch({ context, release }: Chain, exchange: Exchange): Soon<void> {
  const { response, info } = exchange;
  // Whoever left while it was found out whether they may is not told of anything that happens from now on.
  if (response.destroyed) return undefined;
  switch (info.kind) {
    case 'path': {
      exchange.showPage();
      return undefined;
    }
    case 'noResource': {
      sendStatus(response, pathNotFound(), statusStyle(exchange, context));
      return undefined;
    }
    case 'noVerb': {
      sendStatus(response, methodNotAllowed(), statusStyle(exchange, context));
      return undefined;
    }
    case 'resource': {
      const { resource } = info.place;
      const warning = deprecationWarning(resource, resource.lifecycle, release);
      if (warning !== undefined) {
        addWarnings(response, [warning]);
        annotateDeprecated(response, context.scheme.domain, resource.lifecycle?.removed);
      }
      return verbs[info.verb](exchange, info.place, context);
    }
  }
}

/** For those who look for callers of what goes. */
function annotateDeprecated(response: Outgoing, domain: string, removed: string | undefined): void {
  const end = removed === undefined ? {} : { [`${domain}/removed-release`]: removed };
  recordOf(response)?.annotate({ [`${domain}/deprecated`]: 'true', ...end });
}
