/**
 * The first half of the chain: request info, time limit, authentication and impersonation.
 */
import { badRequest, type UserInfo } from '@keelson/meta';
import { parseDuration } from '@keelson/schema';
import { when, type MaybePromise } from '@keelson/telemetry';

import { beginRecord } from '../audit/begin-record.ts';
import type { Query } from '../request/request-url.ts';
import type { RequestInfo } from '../request/request-info.ts';
import type { Route } from '../request/route.ts';
import { sendStatus } from '../respond/send-status.ts';
import { statusStyle } from '../verbs/representation.ts';
import { carryOut } from './carry-out.ts';
import type { Chain } from './chain.ts';
import { actAs, recognize, refuseStranger, type Arrival } from './identify.ts';
import type { Passage } from '../exchange/passage.ts';
import type { Work } from '../exchange/turns.ts';

/** At once where nothing has to be waited for, as for most gets: each promise on the way costs as much as a station. */
export function answerRequest(chain: Chain, passage: Passage): MaybePromise<void> {
  const { incoming, response, found } = passage;
  if (!found.ok) {
    sendStatus(passage, badRequest(found.message));
    return undefined;
  }
  const { info } = found.route;
  chain.observer?.onRequest(incoming, info, response);
  const work = workOf(incoming.method, info);
  const limitMs = work === 'watch' ? undefined : ownLimitMs(found.route.url.query);
  // A watch may take as long as it likes.
  const underWay = work === 'watch' ? undefined : chain.timeLimit.begin(passage, limitMs);
  response.once('close', () => {
    if (underWay !== undefined) chain.timeLimit.end(underWay);
    passage.end();
    passage.record?.complete(response.headersSent ? response.statusCode : undefined);
  });
  if (Number.isNaN(limitMs)) {
    sendStatus(passage, badRequest('invalid timeout specified in the request URL'));
    return undefined;
  }
  return identify(chain, passage, found.route, work);
}

const nanosecondsPerMs = 1_000_000;

/** The time limit that the request asks for, `undefined` if it asks for none. NaN for one that cannot be read. */
function ownLimitMs(query: Query): number | undefined {
  const text = query.first('timeout');
  if (text === undefined || text === '') return undefined;
  const parsed = parseDuration(text);
  if (!parsed.ok) return Number.NaN;
  return parsed.value > 0n ? Number(parsed.value) / nanosecondsPerMs : undefined;
}

function workOf(method: string, info: RequestInfo): Work {
  if (info.kind === 'resource' && info.verb === 'watch') return 'watch';
  if (info.kind === 'connection' || (info.kind === 'remote' && info.isLongRunning)) return 'watch';
  return method === 'GET' || method === 'HEAD' ? 'readOnly' : 'mutating';
}

function identify(chain: Chain, passage: Passage, route: Route, work: Work): MaybePromise<void> {
  const { auditor, context } = chain;
  const { incoming, response } = passage;
  const { url, info, attributes } = route;
  const userAgent = incoming.headers['user-agent'] ?? '';
  const style = () => statusStyle({ incoming, url, userAgent }, context);
  const receivedMs = auditor?.now() ?? 0;
  return when(recognize(chain, incoming), (recognition) => {
    const { user: caller } = recognition;
    const record =
      auditor && beginRecord(auditor, { incoming, response, url, info, attributes, user: caller, receivedMs });
    passage.keepRecord(record);
    const arrival: Arrival = { incoming, response, record, style };
    if (caller === undefined) return refuseStranger(arrival, recognition);
    const proceed = (user: UserInfo): MaybePromise<void> =>
      carryOut(chain, { incoming, response, url, info, attributes, work, user, userAgent, passage, record });
    const acting = actAs({ authorizer: chain.authorizer, domain: context.scheme.domain }, arrival, caller);
    return when(acting, (user) => (user === undefined ? undefined : proceed(user)));
  });
}
