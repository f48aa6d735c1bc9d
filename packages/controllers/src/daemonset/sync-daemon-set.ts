/** One sync of a DaemonSet: a pod on each node that takes one, the next step of an update, and the status. */
import { isDeepStrictEqual } from 'node:util';

import type { DaemonSet, DaemonSetStatus } from '@keelson/api';
import type { ReconcileResult } from '@keelson/informers';
import { selectorFromLabelSelector, type LabelSelector } from '@keelson/meta';

import { isConflict, isNotFound, refusedError } from '../client/controller-client.ts';
import { claimDependents } from '../dependents/claim-dependents.ts';
import { createPods, deletePods } from '../dependents/pod-control.ts';
import { isBeingDeleted, msUntilAvailable, type CachedPod } from '../dependents/pod-facts.ts';
import { ConflictingWrite, lagMs } from '../frame/unseen-writes.ts';
import { findDaemonHistory, trimDaemonHistory } from './daemon-history.ts';
import { daemonPodControl, recordOfDaemonSet, type CachedDaemonSet, type DaemonParts } from './daemon-parts.ts';
import { makeDaemonPod } from './daemon-pod.ts';
import { openDaemonRun, type DaemonRun } from './daemon-run.ts';
import { countDaemons } from './daemon-status.ts';
import { placePods, type Placement } from './place-pods.ts';
import { rollDaemonPods } from './roll-daemon-pods.ts';

export async function syncDaemonSet(
  parts: DaemonParts,
  key: string,
  set: CachedDaemonSet,
): Promise<ReconcileResult | undefined> {
  if (!parts.expectations.showsOwner(key, set.version.revision)) return { requeueAfterMs: lagMs };
  const selected = selectorFromLabelSelector(set.object.spec.selector);
  if (!selected.ok || selected.selector === null || isBeingDeleted(set)) return undefined;
  if (selected.selector.length === 0) {
    const message = 'This daemon set is selecting all pods. A non-empty selector is required.';
    recordOfDaemonSet(parts, set)('Warning', 'SelectingAll', message);
    return undefined;
  }
  try {
    return await step(parts, key, { set, selector: selected.selector });
  } catch (error) {
    if (error instanceof ConflictingWrite) return { waits: true };
    throw error;
  }
}

interface Selected {
  readonly set: CachedDaemonSet;
  readonly selector: LabelSelector;
}

async function step(parts: DaemonParts, key: string, selected: Selected): Promise<ReconcileResult | undefined> {
  const { set } = selected;
  const { context, expectations } = parts;
  const isSettled = expectations.areMet(key, set.namespace);
  const history = await findDaemonHistory(parts, set);
  const pods = await claimDaemonPods(parts, selected);
  const run = openDaemonRun(parts, set, { hash: history.hash, pods });
  const placed = isSettled ? await manage(parts, run) : { waitMs: undefined, error: undefined };
  const { collisionCount } = history;
  await writeStatus(parts, key, { set, status: countDaemons({ run, collisionCount, isSettled }) });
  if (placed.error !== undefined) throw placed.error;
  if (isSettled) await trimDaemonHistory(parts, set, { history, pods });
  const nowMs = context.clock.wallMs();
  const waits = [
    placed.waitMs,
    msUntilAvailable(pods, set.object.spec.minReadySeconds ?? 0, nowMs),
    isSettled ? undefined : lagMs,
  ].filter((ms) => ms !== undefined);
  return waits.length === 0 ? undefined : { requeueAfterMs: Math.max(1, Math.min(...waits)) };
}

function claimDaemonPods({ context, podIndex: index }: DaemonParts, { set, selector }: Selected): Promise<CachedPod[]> {
  const { client, kinds } = context;
  const claim = { client, owners: kinds.daemonSets, owner: set, dependents: kinds.pods, index, selector };
  return claimDependents({ ...claim, concerns: ({ decoded }) => decoded.ok });
}

/** An update goes on once each node has what it should have. */
async function manage(
  parts: DaemonParts,
  run: DaemonRun,
): Promise<{ waitMs: number | undefined; error: Error | undefined }> {
  const placement = placePods(parts, run);
  const isIdle = placement.create.length + placement.remove.length === 0;
  const isRolling = run.set.object.spec.updateStrategy.type === 'RollingUpdate';
  const error = await carryOut(parts, run, isIdle && isRolling ? rollDaemonPods(run) : placement);
  return { waitMs: placement.waitMs, error };
}

/** In one sync, so that a large cluster does not keep other DaemonSets waiting. */
const mostPerSync = 250;

async function carryOut(parts: DaemonParts, run: DaemonRun, { create, remove }: Placement): Promise<Error | undefined> {
  const { set, hash } = run;
  const control = daemonPodControl(parts, set);
  const pods = create.slice(0, mostPerSync).map((node) => makeDaemonPod(parts, set, { hash, node }));
  const created = await createPods(control, pods);
  const removed = await deletePods(control, remove.slice(0, mostPerSync));
  return created.error ?? removed.error;
}

interface StatusWriting {
  readonly set: CachedDaemonSet;
  readonly status: DaemonSetStatus;
}

async function writeStatus(parts: DaemonParts, key: string, { set, status }: StatusWriting): Promise<void> {
  const { context, expectations } = parts;
  const { namespace, name, object } = set;
  if (isDeepStrictEqual(status, { ...object.status })) return;
  const target = { resource: context.kinds.daemonSets, namespace, name, subresource: 'status' };
  const written = await context.client.update<DaemonSet>(target, { ...object, status });
  if (written.ok) expectations.wroteOwner(key, written.object.version.revision);
  else if (isConflict(written)) throw new ConflictingWrite();
  else if (!isNotFound(written)) throw refusedError(written);
}
