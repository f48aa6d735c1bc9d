/** Token cleaner: deletes bootstrap tokens that have expired. */
import type { Secret } from '@keelson/api';
import { objectKey, splitObjectKey, type ReconcileResult } from '@keelson/informers';

import { isConflict, isNotFound, refusedError } from '../client/controller-client.ts';
import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { startReconciler } from '../frame/reconciler.ts';
import { bootstrapNamespace, expiryMsOf, isBootstrapSecret, type CachedBootstrapSecret } from './bootstrap-secret.ts';

const name = 'tokencleaner';

export const tokenCleaner: ControllerDefinition = {
  name,
  isOffByDefault: true,
  account: 'token-cleaner',
  workers: 1,
  start: startTokenCleaner,
};

/** Timers have a limit, and clocks may be set meanwhile. */
const longestWaitMs = 24 * 3_600_000;

function startTokenCleaner(context: ControllerContext): LedController {
  const secrets = context.informers.informer<Secret>(context.kinds.secrets);
  const reconciler = startReconciler(context, {
    queue: 'token_cleaner',
    name,
    informers: [secrets],
    reconcile: async (key) => {
      const secret = secrets.get(splitObjectKey(key));
      return secret !== undefined && isBootstrapSecret(secret) ? clean(context, secret) : undefined;
    },
  });
  const enqueue = (secret: CachedBootstrapSecret): void => {
    if (secret.namespace === bootstrapNamespace) reconciler.queue.add(objectKey(secret));
  };
  reconciler.onStop(secrets.addHandler({ onAdd: enqueue, onUpdate: (_, secret) => enqueue(secret) }));
  return reconciler;
}

async function clean(
  { client, clock, kinds }: ControllerContext,
  secret: CachedBootstrapSecret,
): Promise<ReconcileResult | undefined> {
  const expiresMs = expiryMsOf(secret);
  if (expiresMs === undefined) return undefined;
  const waitMs = expiresMs - clock.wallMs();
  if (waitMs > 0) return { requeueAfterMs: Math.min(waitMs, longestWaitMs) };
  const { namespace, name: secretName, head, version } = secret;
  const wish = { uid: head.uid, resourceVersion: String(version.revision) };
  const deleted = await client.delete({ resource: kinds.secrets, namespace, name: secretName }, wish);
  // Somebody may have given it more time: an event tells of that.
  if (!deleted.ok && !isNotFound(deleted) && !isConflict(deleted)) throw refusedError(deleted);
  return undefined;
}
