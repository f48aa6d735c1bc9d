/** The frame of the controllers of certificate requests: a queue of their names, fed by every change. */
import type { CertificateSigningRequest } from '@keelson/api';
import type { CachedObject, ReconcileResult } from '@keelson/informers';

import type { ControllerContext, LedController } from '../frame/definition.ts';
import { startReconciler } from '../frame/reconciler.ts';

export type CachedRequest = CachedObject<CertificateSigningRequest>;

export interface RequestFollower {
  readonly name: string;
  /** Of the queue, for metrics. */
  readonly queue: string;
  /** Called with the request as the informer shows it. */
  readonly reconcile: (request: CachedRequest) => Promise<ReconcileResult | undefined>;
}

/** The account of all of them. */
export const certificateAccount = 'certificate-controller';

/** A request that cannot be served is tried again for as long as it is there. */
const backoff = { baseMs: 200, maxMs: 1_000_000 };

export function followRequests(context: ControllerContext, { name, queue, reconcile }: RequestFollower): LedController {
  const requests = context.informers.informer<CertificateSigningRequest>(context.kinds.certificateRequests);
  const reconciler = startReconciler(context, {
    queue,
    name,
    backoff,
    informers: [requests],
    reconcile: async (key) => {
      const request = requests.get({ name: key });
      return request?.decoded.ok === true ? reconcile(request) : undefined;
    },
  });
  const enqueue = (request: CachedRequest): void => reconciler.queue.add(request.name);
  reconciler.onStop(requests.addHandler({ onAdd: enqueue, onUpdate: (_, request) => enqueue(request) }));
  return reconciler;
}
