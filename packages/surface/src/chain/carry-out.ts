/**
 * The second half of the chain, after authentication and impersonation:
 *
 *     whole ─────────────────────────────▶ turn ─ may they ─ dispatch
 *     not whole ─ share ─ may they ─ body ─▶ turn ─────────── dispatch
 *
 * An incomplete request is authorized first, so that no body is received from callers that are not authorized.
 */
import { decisionAnnotations, forbid, type Decision } from '@keelson/auth';
import { describeSchema, type SchemaInForce } from '@keelson/flowcontrol';
import { badRequest } from '@keelson/meta';
import { giveWay, giveWayWithRests, isPromise, when, type MaybePromise } from '@keelson/telemetry';

import { sendStatus } from '../respond/send-status.ts';
import type { CutOff, Upload } from '../transit/uploads.ts';
import { statusStyle } from '../verbs/representation.ts';
import type { Chain } from './chain.ts';
import { dispatch } from './dispatch.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { isExempt } from '../exchange/exempt.ts';
import type { Turn } from '../exchange/turns.ts';
import { addFlowHeaders } from './flow-headers.ts';
import { refuseBusy, refuseSlow } from './refuse.ts';

export function carryOut(chain: Chain, exchange: Exchange): MaybePromise<void> {
  const { user, attributes, work, passage } = exchange;
  passage.identify(user);
  if (work !== 'watch' && attributes.verb !== 'list') passage.beginShortWork();
  const schema = classify(chain, exchange);
  if (awaitsBody(exchange)) return carryOutLater(chain, exchange, schema);
  if (work !== 'mutating' && !chain.unread.hasRoom(user.name) && !isExempt(user, attributes)) {
    refuseBusy(chain, passage, work);
    return undefined;
  }
  // Many that are large may come in one turn of the event loop. A watch does not hold its turn while it waits for that.
  const paused = work === 'watch' ? giveWay() : undefined;
  return paused === undefined ? proceed(chain, exchange, schema) : watchLater(chain, exchange, schema, paused);
}

async function watchLater(
  chain: Chain,
  exchange: Exchange,
  schema: SchemaInForce | undefined,
  paused: Promise<void>,
): Promise<void> {
  await paused;
  await proceed(chain, exchange, schema);
}

/** The usual case, in which nothing has to be waited for, makes no closure: hence the functions with `Later` in their names. */
function proceed(chain: Chain, exchange: Exchange, schema: SchemaInForce | undefined): MaybePromise<void> {
  if (exchange.passage.isOver) return undefined;
  const taken = takeTurn(chain, exchange, schema);
  if (isPromise(taken)) return proceedLater(chain, exchange, taken);
  return taken ? carryOutInTurn(chain, exchange) : undefined;
}

async function proceedLater(chain: Chain, exchange: Exchange, taken: Promise<boolean>): Promise<void> {
  if (await taken) await carryOutInTurn(chain, exchange);
}

function carryOutInTurn(chain: Chain, exchange: Exchange): MaybePromise<void> {
  const paused = exchange.attributes.verb === 'list' ? giveWayWithRests() : undefined;
  return paused === undefined ? authorizeAndDispatch(chain, exchange) : dispatchLater(chain, exchange, paused);
}

async function dispatchLater(chain: Chain, exchange: Exchange, paused: Promise<void>): Promise<void> {
  await paused;
  await authorizeAndDispatch(chain, exchange);
}

function authorizeAndDispatch(chain: Chain, exchange: Exchange): MaybePromise<void> {
  if (exchange.passage.isOver) return undefined;
  return when(mayDo(chain, exchange), (isAllowed) => (isAllowed ? dispatch(chain, exchange) : undefined));
}

/** Clients find the flow schema and the level of a request in the headers of its response, whatever becomes of it. */
function classify({ turns }: Chain, exchange: Exchange): SchemaInForce | undefined {
  const schema = turns.classify(exchange);
  if (schema === undefined) return undefined;
  exchange.passage.chargeTo(schema);
  addFlowHeaders(exchange.response, schema);
  return schema;
}

/** Only verbs that write read bodies; what others bring is discarded with the end of their answer. */
function awaitsBody({ info, work, incoming }: Exchange): boolean {
  return work === 'mutating' && info.kind === 'resource' && !incoming.isComplete();
}

/** Returns false if the request may not proceed. Ends the response if there is no turn. */
function takeTurn(chain: Chain, exchange: Exchange, schema: SchemaInForce | undefined): MaybePromise<boolean> {
  const { passage } = exchange;
  const turn = chain.turns.ask(exchange, schema);
  if (turn === undefined) return refuse(chain, exchange, schema);
  passage.begin(turn);
  if (turn.waiting === undefined) return begin(exchange, turn);
  return takeTurnLater(chain, exchange, schema, { turn, waiting: turn.waiting });
}

interface WaitingTurn {
  readonly turn: Turn;
  readonly waiting: Promise<boolean>;
}

async function takeTurnLater(
  chain: Chain,
  exchange: Exchange,
  schema: SchemaInForce | undefined,
  { turn, waiting }: WaitingTurn,
): Promise<boolean> {
  const hasBegun = await waiting;
  if (!chain.resumed.passes()) await new Promise<void>((go) => chain.resumed.wait(exchange.user.name, go));
  if (exchange.passage.isOver) return false;
  return hasBegun ? begin(exchange, turn) : refuse(chain, exchange, schema);
}

function begin({ incoming, response, passage }: Exchange, turn: Turn): boolean {
  if (passage.isOver) return false;
  if (incoming.headers[askedHeader] !== undefined && turn.describe !== undefined) {
    response.setHeader(flowHeader, turn.describe());
  }
  return true;
}

function refuse(chain: Chain, { passage, response, work }: Exchange, schema: SchemaInForce | undefined): false {
  if (schema !== undefined && !response.headersSent) response.setHeader(flowHeader, describeSchema(schema));
  refuseBusy(chain, passage, work);
  return false;
}

const flowHeader = 'X-Keelson-Flow';
const askedHeader = flowHeader.toLowerCase();

async function carryOutLater(chain: Chain, exchange: Exchange, schema: SchemaInForce | undefined): Promise<void> {
  const { user, attributes, work, passage } = exchange;
  const upload = chain.uploads.begin(isExempt(user, attributes) ? undefined : user.name);
  if (upload === undefined) {
    refuseBusy(chain, passage, work);
    return;
  }
  passage.hold(upload);
  if (!(await mayDo(chain, exchange)) || !(await receive(chain, exchange, upload))) return;
  if (await takeTurn(chain, exchange, schema)) await dispatch(chain, exchange);
}

/** Resolves to true once the body, or enough to show that it is too large, has arrived; else the response has ended. */
async function receive(chain: Chain, { incoming, passage, work }: Exchange, upload: Upload): Promise<boolean> {
  upload.expect((why: CutOff) => {
    if (why === 'slow') refuseSlow(chain, passage);
    else refuseBusy(chain, passage, work);
  });
  const body = await incoming.readBody(chain.context.bodyLimitBytes, (bytes) => upload.grow(bytes));
  upload.complete();
  if (passage.isOver) return false;
  passage.keepBody(body);
  if (body.ok || body.reason === 'tooLarge') return true;
  if (body.reason === 'refused') refuseBusy(chain, passage, work);
  else sendStatus(passage, badRequest('the body of the request ended before it was complete'));
  return false;
}

/** Returns true if the user is authorized; otherwise ends the response. */
function mayDo(chain: Chain, exchange: Exchange): MaybePromise<boolean> {
  const { response, user, attributes } = exchange;
  return when(chain.authorizer.authorize(user, attributes), (decision) => {
    note(chain, exchange, decision);
    if (decision.verdict === 'allow') return true;
    response.setHeader('X-Content-Type-Options', 'nosniff');
    sendStatus(exchange, forbid(user, attributes, decision), statusStyle(exchange, chain.context));
    return false;
  });
}

function note({ context }: Chain, { record }: Exchange, decision: Decision): void {
  record?.annotate(decisionAnnotations(decision, context.scheme.domain));
}
