/** One sync of a set of replicas: claims its pods, creates or deletes some, and brings its status up to date. */
import { isDeepStrictEqual } from 'node:util';

import type { ReplicaSetStatus } from '@keelson/api';
import type { ReconcileResult } from '@keelson/informers';

import { isConflict, isNotFound, refusedError } from '../client/controller-client.ts';
import { claimDependents } from '../dependents/claim-dependents.ts';
import { expectationMs } from '../dependents/pod-expectations.ts';
import { isActive, isBeingDeleted, msUntilAvailable, type CachedPod } from '../dependents/pod-facts.ts';
import { countReplicas } from './count-replicas.ts';
import { manageReplicas } from './manage-replicas.ts';
import type { CachedReplicated, Replicated } from './replica-kind.ts';
import type { ReplicaParts } from './replica-parts.ts';

export async function syncReplicas(
  parts: ReplicaParts,
  key: string,
  set: CachedReplicated,
): Promise<ReconcileResult | undefined> {
  const { context, expectations } = parts;
  if (!expectations.showsOwner(key, set.version.revision)) return { waits: true };
  const isSettled = expectations.areMet(key, set.namespace);
  const active = await claimActivePods(parts, set);
  const error = isSettled && !isBeingDeleted(set) ? await manageReplicas(parts, set, active) : undefined;
  const nowMs = context.clock.wallMs();
  const isWritten = await writeStatus(parts, set, countReplicas(set, { active, error, nowMs }));
  if (error !== undefined) throw error;
  if (!isWritten) return { waits: true };
  const waits = [
    msUntilAvailable(active, set.object.spec.minReadySeconds ?? 0, nowMs),
    isSettled ? undefined : expectationMs,
  ].filter((ms) => ms !== undefined);
  return waits.length === 0 ? undefined : { requeueAfterMs: Math.max(1, Math.min(...waits)) };
}

function claimActivePods(parts: ReplicaParts, set: CachedReplicated): Promise<CachedPod[]> {
  const { context, resource, kind, podIndex: index } = parts;
  return claimDependents({
    client: context.client,
    owners: resource,
    owner: set,
    dependents: context.kinds.pods,
    index,
    selector: kind.selectorOf(set),
    concerns: (pod) => pod.decoded.ok && isActive(pod),
  });
}

/** Returns false where another write came first: its event brings the set again. */
async function writeStatus(parts: ReplicaParts, set: CachedReplicated, status: ReplicaSetStatus): Promise<boolean> {
  const { context, resource, expectations } = parts;
  if (isDeepStrictEqual(status, { ...set.object.status })) return true;
  const { namespace, name, object } = set;
  const target = { resource, namespace, name, subresource: 'status' };
  const written = await context.client.update<Replicated>(target, { ...object, status });
  if (written.ok) expectations.wroteOwner(`${namespace}/${name}`, written.object.version.revision);
  else if (isConflict(written)) return false;
  else if (!isNotFound(written)) throw refusedError(written);
  return true;
}
