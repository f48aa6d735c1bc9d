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
import { attributesOf } from '../request/attributes.ts';
import { requestInfo, type RequestInfo, type Routes } from '../request/request-info.ts';
import { parseTarget, type Target } from '../request/target.ts';
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

export function createHandler(options: HandlerOptions): Handler {
  return {
    answer: (message, response) => {
      const incoming = new NodeIncoming(message);
      // Not before the parser has seen all that came: what follows may show that the request is none.
      queueMicrotask(() => {
        const showPage = (): void => options.documents(message, response);
        start(options, { incoming, response, route: routeOf(options, incoming), showPage });
      });
    },
    answerQuickly: (incoming, response) => {
      const route = routeOf(options, incoming);
      if (route.ok && route.info.kind === 'path') return false;
      start(options, { incoming, response, route, showPage: neverShown });
      return true;
    },
  };
}

function neverShown(): never {
  throw new Error('a page was asked for where there are none');
}

type Route =
  | { readonly ok: true; readonly target: Target; readonly info: RequestInfo }
  | { readonly ok: false; readonly message: string };

function routeOf({ routes }: HandlerOptions, { method, url }: Incoming): Route {
  const parsed = parseTarget(url);
  return parsed.ok ? { ok: true, target: parsed.target, info: requestInfo(routes, method, parsed.target) } : parsed;
}

interface Routed extends Pick<Exchange, 'incoming' | 'response' | 'showPage'> {
  readonly route: Route;
}

function start(options: HandlerOptions, routed: Routed): void {
  const { incoming, response } = routed;
  const fail = (error: unknown): void => {
    options.context.logger.error('a request failed', { method: incoming.method, url: incoming.url, error });
    recordOf(response)?.notePanic();
    sendStatus(response, internalError('the server met a fault of its own; its log tells more'));
  };
  response.setHeader('Audit-Id', auditId(incoming));
  response.setHeader('Cache-Control', 'no-cache, private');
  try {
    const handled = handle(options, routed);
    if (handled instanceof Promise) handled.catch(fail);
  } catch (error) {
    fail(error);
  }
}

/** The client's own, if it is one that can be logged as it is. */
function auditId({ headers }: Incoming): string {
  const given = headers['audit-id'];
  return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID();
}

/** At once where nothing has to be waited for, as for most gets: each promise on the way costs as much as a station. */
function handle(options: HandlerOptions, { incoming, response, route, showPage }: Routed): Soon<void> {
  if (!route.ok) {
    sendStatus(response, badRequest(route.message));
    return undefined;
  }
  const { target, info } = route;
  options.onRequest?.(incoming, info, response);
  const kind = countedAs(incoming.method, info);
  if (kind === undefined) {
    response.once('close', () => endRecord(response));
    return admit(options, { incoming, response, target, info, showPage });
  }
  if (!options.inFlight.enter(kind)) {
    refuseBusy(response);
    return;
  }
  const timer = limitTime(options, incoming, response);
  response.once('close', () => {
    clearTimeout(timer);
    options.inFlight.leave(kind);
    endRecord(response);
  });
  return admit(options, { incoming, response, target, info, showPage });
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

function limitTime({ requestTimeoutMs }: HandlerOptions, incoming: Incoming, response: Outgoing): NodeJS.Timeout {
  return setTimeout(() => {
    const seconds = String(Math.round(requestTimeoutMs / 1000));
    // What is still to come of the request would be taken for the next one.
    if (!incoming.isComplete() && !response.headersSent) response.setHeader('Connection', 'close');
    sendStatus(response, timeout(`request did not complete within the allotted timeout of ${seconds}s`));
  }, requestTimeoutMs).unref();
}

type Unidentified = Omit<Exchange, 'user' | 'userAgent'>;

function admit(options: HandlerOptions, arrived: Unidentified): Soon<void> {
  const { incoming, response, target, info, showPage } = arrived;
  const userAgent = incoming.headers['user-agent'] ?? '';
  const style = () => statusStyle({ incoming, target, userAgent }, options.context);
  const arrival: Arrival = { incoming, response, style };
  const { authenticate, authorizer, credentials, auditor, context } = options;
  const receivedMs = auditor?.now() ?? 0;
  const attributes = attributesOf(incoming.method, target);
  const proceed = (user: User): Soon<void> =>
    when(mayDo(options, arrival, user, attributes), (isAllowed) =>
      isAllowed ? dispatch(options, { incoming, response, target, info, showPage, user, userAgent }) : undefined,
    );
  return when(recognize({ authenticate, credentials }, incoming), (recognition) => {
    const { user: caller } = recognition;
    if (auditor !== undefined) {
      beginRecord(auditor, { incoming, response, target, info, attributes, user: caller, receivedMs });
    }
    if (caller === undefined) return refuseStranger(arrival, recognition);
    const acting = actAs({ authorizer, domain: context.scheme.domain }, arrival, caller);
    return when(acting, (user) => (user === undefined ? undefined : proceed(user)));
  });
}

/** Whether they may. Ends the response of those who may not. */
function mayDo(options: HandlerOptions, arrival: Arrival, user: User, attributes: Attributes): Soon<boolean> {
  return when(options.authorizer.authorize(user, attributes), (decision) => {
    note(options, arrival, decision);
    if (decision.verdict === 'allow') return true;
    const { response, style } = arrival;
    response.setHeader('X-Content-Type-Options', 'nosniff');
    sendStatus(response, forbid(user, attributes, decision), style());
    return false;
  });
}

function note({ context }: HandlerOptions, { response }: Arrival, decision: Decision): void {
  recordOf(response)?.annotate(decisionAnnotations(decision, context.scheme.domain));
}

function dispatch({ context, release }: HandlerOptions, exchange: Exchange): Soon<void> {
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
