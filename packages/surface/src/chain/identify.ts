/**
 * Authentication and impersonation of a request. Ends the response of callers that are
 * not authenticated, and of those not allowed to impersonate the user they name.
 */

import { forbid, impersonate, type Authenticate, type Authorizer } from '@keelson/auth';
import type { Incoming } from '@keelson/http';
import { badRequest, unauthorized, type UserInfo } from '@keelson/meta';
import { when, type MaybePromise } from '@keelson/telemetry';

import { sendText } from '../respond/send-text.ts';
import type { Reply } from '../respond/reply.ts';
import { sendStatus } from '../respond/send-status.ts';
import type { StatusStyle } from '../respond/send-status.ts';
import { credentialsOf, type CredentialSources } from './credentials.ts';
import { readImpersonation } from './impersonation-headers.ts';

export interface Recognizing {
  readonly authenticate: Authenticate;
  readonly credentials: CredentialSources;
}

export interface Impersonating {
  readonly authorizer: Authorizer;
  /** Of the groups of the API. */
  readonly domain: string;
}

export interface Arrival extends Reply {
  readonly incoming: Incoming;
  /** The style of error responses. */
  readonly style: () => StatusStyle;
}

export interface Recognition {
  /** Undefined if the caller is not authenticated. */
  readonly user: UserInfo | undefined;
  readonly broughtToken: boolean;
}

export function recognize(
  { authenticate, credentials: sources }: Recognizing,
  incoming: Incoming,
): MaybePromise<Recognition> {
  const credentials = credentialsOf(incoming, sources);
  const broughtToken = credentials.bearerToken !== undefined || credentials.webSocketToken !== undefined;
  return when(authenticate(credentials), (user) => ({ user, broughtToken }));
}

export function refuseStranger(arrival: Arrival, { broughtToken }: Recognition): void {
  // As recorded from the reference server, only callers without a token get the challenge.
  if (!broughtToken) arrival.response.setHeader('WWW-Authenticate', 'Bearer realm="kubernetes"');
  sendStatus(arrival, unauthorized(), arrival.style());
}

/** The user the request is carried out as; mostly the caller. Undefined if the request was refused already. */
export function actAs(
  { authorizer, domain }: Impersonating,
  arrival: Arrival,
  caller: UserInfo,
): MaybePromise<UserInfo | undefined> {
  const { incoming, response } = arrival;
  const wish = readImpersonation(incoming.rawHeaders, domain);
  switch (wish.kind) {
    case 'none':
      return caller;
    case 'nobody':
      sendText(response, wordInternalError(incoming.url, wish.message), { status: 500, isNosniff: true });
      return undefined;
    case 'ambiguous':
      sendStatus(arrival, badRequest(wish.message), arrival.style());
      return undefined;
    case 'wish': {
      return impersonate({ authorizer, domain }, caller, wish.impersonation).then((result) => {
        if (result.ok) {
          arrival.record?.noteImpersonated(result.user);
          return result.user;
        }
        response.setHeader('X-Content-Type-Options', 'nosniff');
        sendStatus(arrival, forbid(caller, result.attributes, result.decision), arrival.style());
        return undefined;
      });
    }
  }
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** In the words that clients know, safe for who shows it in a page. */
function wordInternalError(url: string, message: string): string {
  const text = `Internal Server Error: ${JSON.stringify(url)}: ${message}\n`;
  return text.replace(/[&<>]/g, (mark) => escapes[mark] ?? mark);
}
