/** Cleaning controller: deletes requests that were decided an hour ago, pend for a day, or whose certificate has expired. */
import { X509Certificate } from 'node:crypto';

import type { CertificateSigningRequest } from '@keelson/api';
import type { ReconcileResult } from '@keelson/informers';

import { isConflict, isNotFound, refusedError } from '../client/controller-client.ts';
import type { ControllerContext, ControllerDefinition } from '../frame/definition.ts';
import { certificateAccount, followRequests, type CachedRequest } from './follow-requests.ts';
import { requestConditionOf, isIssued } from './request-state.ts';

const name = 'csrcleaner';

export const certificateCleaner: ControllerDefinition = {
  name,
  account: certificateAccount,
  workers: 1,
  start: (context) => followRequests(context, { name, queue: name, reconcile: (request) => clean(context, request) }),
};

const hourMs = 3_600_000;
const pendingMs = 24 * hourMs;
/** Timers have a limit, and clocks may be set meanwhile. */
const longestWaitMs = 24 * hourMs;

async function clean(
  { client, clock, kinds }: ControllerContext,
  { name: requestName, object, head }: CachedRequest,
): Promise<ReconcileResult | undefined> {
  const expiresMs = expiryMs(object);
  if (head.deletionTimestamp !== undefined || expiresMs === undefined) return undefined;
  const waitMs = expiresMs - clock.wallMs();
  if (waitMs > 0) return { requeueAfterMs: Math.min(waitMs, longestWaitMs) };
  const deleted = await client.delete({ resource: kinds.certificateRequests, name: requestName }, { uid: head.uid });
  if (!deleted.ok && !isNotFound(deleted) && !isConflict(deleted)) throw refusedError(deleted);
  return undefined;
}

/** Undefined for a request that is kept: one that is approved and waits for its signer. */
function expiryMs(request: CertificateSigningRequest): number | undefined {
  const moments = [
    isIssued(request) ? afterMs(requestConditionOf(request, 'Approved')?.lastUpdateTime, hourMs) : undefined,
    afterMs(requestConditionOf(request, 'Denied')?.lastUpdateTime, hourMs),
    afterMs(requestConditionOf(request, 'Failed')?.lastUpdateTime, hourMs),
    isPending(request) ? afterMs(request.metadata.creationTimestamp, pendingMs) : undefined,
    isIssued(request) ? certificateEndMs(request) : undefined,
  ].filter((moment) => moment !== undefined);
  return moments.length === 0 ? undefined : Math.min(...moments);
}

function isPending(request: CertificateSigningRequest): boolean {
  const decided = (['Approved', 'Denied', 'Failed'] as const).some(
    (type) => requestConditionOf(request, type) !== undefined,
  );
  return !decided && !isIssued(request);
}

function afterMs(time: string | null | undefined, delayMs: number): number | undefined {
  return time === undefined || time === null ? undefined : Date.parse(time) + delayMs;
}

/** Of the first certificate. Undefined where others wrote something that is none. */
function certificateEndMs({ status }: CertificateSigningRequest): number | undefined {
  try {
    return Date.parse(new X509Certificate(Buffer.from(status.certificate ?? '', 'base64')).validTo);
  } catch {
    return undefined;
  }
}
