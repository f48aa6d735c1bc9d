/**
 * The second half of the chain, after authentication and impersonation:
 *
 *     whole ─────────────────────────────▶ turn ─ may they ─ dispatch
 *     not whole ─ share ─ may they ─ body ─▶ turn ─────────── dispatch
 *
 * An incomplete request is authorized first, so that no body is received from callers that are not authorized.
 */
import type { Decision } from '@keelson/auth';
import { badRequest } from '@keelson/meta';
import { when, type MaybePromise } from '@keelson/telemetry';

import { decisionAnnotations } from '../audit/decision-annotations.ts';
import { sendStatus } from '../respond/send-status.ts';
import type { CutOff, Upload } from '../transit/uploads.ts';
import { statusStyle } from '../verbs/representation.ts';
import type { Chain } from './chain.ts';
import { dispatch } from './dispatch.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { isExempt } from '../exchange/exempt.ts';
import { forbid } from './forbid.ts';
import { refuseBusy, refuseSlow } from './refuse.ts';
import type { Turn } from '../exchange/turns.ts';

export function carryOut(chain: Chain, exchange: Exchange): MaybePromise<void> {
  const { user, attributes, work, passage } = exchange;
  passage.identify(user);
  if (awaitsBody(exchange)) return carryOutLater(chain, exchange);
  if (work !== 'mutating' && !chain.unread.hasRoom(user.name) && !isExempt(user, attributes)) {
    refuseBusy(chain, passage, work);
    return undefined;
  }
  return when(chain.turns.ask(user, attributes, work), (turn) => {
    if (!begin(chain, exchange, turn)) return undefined;
    return when(mayDo(chain, exchange), (isAllowed) => (isAllowed ? dispatch(chain, exchange) : undefined));
  });
}

/** Only verbs that write read bodies; what others bring is discarded with the end of their answer. */
function awaitsBody({ info, work, incoming }: Exchange): boolean {
  return work === 'mutating' && info.kind === 'resource' && !incoming.isComplete();
}

/** Returns false if the request may not proceed. Ends the response if there is no turn. */
function begin(chain: Chain, { passage, work }: Exchange, turn: Turn | undefined): boolean {
  if (turn === undefined) refuseBusy(chain, passage, work);
  else passage.begin(turn);
  return turn !== undefined && !passage.isOver;
}

async function carryOutLater(chain: Chain, exchange: Exchange): Promise<void> {
  const { user, attributes, work, passage } = exchange;
  const upload = chain.uploads.begin(isExempt(user, attributes) ? undefined : user.name);
  if (upload === undefined) {
    refuseBusy(chain, passage, work);
    return;
  }
  passage.hold(upload);
  if (!(await mayDo(chain, exchange)) || !(await receive(chain, exchange, upload))) return;
  if (begin(chain, exchange, await chain.turns.ask(user, attributes, work))) await dispatch(chain, exchange);
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
