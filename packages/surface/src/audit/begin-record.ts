/** Begins what is written down about a request, once it is known who sent it. */

import type { AuditArrival, Auditor, AuditRecord } from '@keelson/audit';
import type { Incoming, Outgoing } from '@keelson/http';
import type { RequestAttributes, UserInfo, RequestTarget } from '@keelson/meta';
import { reviewOf } from '@keelson/schema';

import type { RequestInfo } from '../request/request-info.ts';
import type { RequestUrl } from '../request/request-url.ts';
import { originOf } from './origin.ts';

export interface AuditedExchange {
  readonly incoming: Incoming;
  readonly response: Outgoing;
  readonly url: RequestUrl;
  readonly info: RequestInfo;
  readonly attributes: RequestAttributes;
  /** Undefined for who was not let in. */
  readonly user: UserInfo | undefined;
  readonly receivedMs: number;
}

/** Undefined where the policy has nothing written down. */
export function beginRecord(auditor: Auditor, exchange: AuditedExchange): AuditRecord | undefined {
  return auditor.begin(arrivalOf(exchange));
}

function arrivalOf({ incoming, response, url, info, attributes, user, receivedMs }: AuditedExchange): AuditArrival {
  return {
    auditId: String(response.getHeader('Audit-Id')),
    requestUri: incoming.url,
    path: url.path,
    verb: attributes.verb,
    user,
    origin: originOf(incoming),
    object: attributes.kind === 'resource' ? attributes : undefined,
    receivedMs,
    hasSecrets: info.kind === 'resource' && holdsSecrets(info.target),
  };
}

/** Secrets, tokens, and requests for either. */
function holdsSecrets({ resource, subresource }: RequestTarget): boolean {
  if (resource.holdsSecrets === true || reviewOf(resource) === 'token') return true;
  return subresource !== undefined && resource.subresources[subresource]?.kind === 'token';
}
