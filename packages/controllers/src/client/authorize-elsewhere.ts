/** Requests of controllers to other servers, authorized and audited here as the aggregator does it for those of clients. */
import { randomUUID } from 'node:crypto';

import type { Auditor } from '@keelson/audit';
import { decisionAnnotations, forbid, type Authorizer } from '@keelson/auth';
import type { Status } from '@keelson/meta';
import type { Caller } from '@keelson/registry';

import { attributesOfRequest } from './request-attributes.ts';

export interface ElsewhereAccess {
  readonly authorizer: Authorizer;
  /** Absent where nothing is audited. */
  readonly auditor?: Auditor | undefined;
  readonly domain: string;
}

export type AllowedElsewhere =
  | { readonly ok: true; readonly ended: (code: number | undefined) => void }
  | { readonly ok: false; readonly status: Status };

export async function authorizeElsewhere(
  { authorizer, auditor, domain }: ElsewhereAccess,
  { user, userAgent }: Caller,
  { method, path: requestUri }: { readonly method: string; readonly path: string },
): Promise<AllowedElsewhere> {
  const attributes = attributesOfRequest(method, requestUri);
  const { verb } = attributes;
  const record = auditor?.begin({
    ...{ auditId: randomUUID(), requestUri, path: requestUri.split('?')[0] ?? '', verb, user },
    origin: { sourceIps: ['127.0.0.1'], userAgent },
    object: attributes.kind === 'resource' ? attributes : undefined,
    receivedMs: auditor.now(),
    hasSecrets: false,
  });
  const decision = await authorizer.authorize(user, attributes);
  record?.annotate(decisionAnnotations(decision, domain));
  if (decision.verdict === 'allow') return { ok: true, ended: (code) => record?.complete(code) };
  const status = forbid(user, attributes, decision);
  record?.complete(status.code);
  return { ok: false, status };
}
