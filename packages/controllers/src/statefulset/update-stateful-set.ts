/**
 * Brings the pods of a StatefulSet to what it asks for. In order, unless it is parallel: each pod is created once those
 * before it are up, those beyond the size go from the last one, then pods of an earlier revision, from the last one too.
 */
import { scaledValue } from '../dependents/scaled-value.ts';
import { isBeingDeleted, type CachedPod } from '../dependents/pod-facts.ts';
import { keepClaimOwners } from './keep-claim-owners.ts';
import { templateOfRevision } from './revisions-of-set.ts';
import { createStatefulPod, deleteStatefulPod, keepIdentity } from './stateful-pod-control.ts';
import { isParallel, recordOfSet, revisionNameOf, type StatefulParts } from './stateful-parts.ts';
import { countChange, hasFailedInSlot, isRunningAndReady, type OrdinalSlot, type StatefulRun } from './stateful-run.ts';

/** Changes the counts of the run. Rejects at the first failure, with the counts as they are then. */
export async function updateStatefulSet(parts: StatefulParts, run: StatefulRun): Promise<void> {
  if (isBeingDeleted(run.set)) return;
  for (const slot of run.slots) if (!(await fillSlot(parts, run, slot))) return;
  if (await removeCondemned(parts, run)) await replaceOutdated(parts, run);
}

/** Returns false where the others have to wait for this one. */
async function fillSlot(parts: StatefulParts, run: StatefulRun, slot: OrdinalSlot): Promise<boolean> {
  const { set, isUp } = run;
  if (hasFailedInSlot(slot)) await removeFailed(parts, run, slot);
  const { pod } = slot;
  const isOrdered = !isParallel(set);
  if (pod === undefined) {
    await createInSlot(parts, run, slot);
    return !isOrdered;
  }
  if (isOrdered && (isBeingDeleted(pod) || !isRunningAndReady(pod) || !isUp(pod))) return false;
  await keepIdentity(parts, set, { ordinal: slot.ordinal, pod });
  return true;
}

async function removeFailed(parts: StatefulParts, run: StatefulRun, slot: OrdinalSlot): Promise<void> {
  const { set, counts } = run;
  const { pod } = slot;
  if (pod === undefined) return;
  const message = `StatefulSet ${set.namespace}/${set.name} is recreating failed Pod ${pod.name}`;
  recordOfSet(parts, set)('Warning', 'RecreatingFailedPod', message);
  await deleteStatefulPod(parts, set, pod);
  countChange(run, revisionNameOf(pod), -1);
  counts.replicas -= 1;
  slot.pod = undefined;
}

async function createInSlot(parts: StatefulParts, run: StatefulRun, { ordinal }: OrdinalSlot): Promise<void> {
  const { set, revisions, counts } = run;
  const revision = isOfCurrent(run, ordinal) ? revisions.current : revisions.update;
  const template = revision === revisions.update ? set.object.spec.template : templateOfRevision(set, revision);
  await createStatefulPod(parts, set, { ordinal, revision: revision.name, template });
  counts.replicas += 1;
  countChange(run, revision.name, 1);
}

/** While an update is under way, pods below the partition come back as they were. */
function isOfCurrent({ set }: StatefulRun, ordinal: number): boolean {
  const { type, rollingUpdate } = set.object.spec.updateStrategy;
  if (rollingUpdate !== undefined) return ordinal < (rollingUpdate.partition ?? 0);
  return type === 'RollingUpdate' && ordinal < (set.object.status.currentReplicas ?? 0);
}

/** Returns false where the update has to wait. */
async function removeCondemned(parts: StatefulParts, run: StatefulRun): Promise<boolean> {
  const { set, condemned, slots, isHealthy, isUp } = run;
  const isOrdered = !isParallel(set);
  for (const pod of condemned) await keepClaimOwners(parts, set, pod);
  const unhealthy = [...slots.map(({ pod }) => pod), ...condemned].find((pod) => !isHealthy(pod));
  for (const pod of [...condemned].reverse()) {
    if (isBeingDeleted(pod)) {
      if (isOrdered) return false;
      continue;
    }
    const waits = isOrdered && pod !== unhealthy && (!isRunningAndReady(pod) || !isUp(pod));
    if (waits) return false;
    await deleteStatefulPod(parts, set, pod);
    countChange(run, revisionNameOf(pod), -1);
    if (isOrdered) return false;
  }
  return true;
}

async function replaceOutdated(parts: StatefulParts, run: StatefulRun): Promise<void> {
  const { set, slots, isHealthy } = run;
  const { type, rollingUpdate } = set.object.spec.updateStrategy;
  if (type === 'OnDelete') return;
  const limit = unavailableLimit(parts, run);
  const last = slots.slice(rollingUpdate?.partition ?? 0).reverse();
  if (limit !== undefined) {
    const down = slots.filter(({ pod }) => !isHealthy(pod)).length;
    const outdated = last.flatMap(({ pod }) => (pod !== undefined && isOutdated(run, pod) ? [pod] : []));
    for (const pod of outdated.slice(0, Math.max(0, limit - down))) await replace(parts, run, pod);
    return;
  }
  for (const { pod } of last) {
    if (pod === undefined) return;
    if (isOutdated(run, pod)) {
      await replace(parts, run, pod);
      return;
    }
    if (!isHealthy(pod)) return;
  }
}

async function replace(parts: StatefulParts, run: StatefulRun, pod: CachedPod): Promise<void> {
  await deleteStatefulPod(parts, run.set, pod);
  run.counts.currentReplicas = Math.max(0, run.counts.currentReplicas - 1);
}

function isOutdated({ revisions }: StatefulRun, pod: CachedPod): boolean {
  return revisionNameOf(pod) !== revisions.update.name && !isBeingDeleted(pod);
}

/** The pods that may be down during an update, behind its gate; `undefined` for one after the other. */
function unavailableLimit({ context }: StatefulParts, { set, slots }: StatefulRun): number | undefined {
  const { maxUnavailable } = set.object.spec.updateStrategy.rollingUpdate ?? {};
  if (maxUnavailable === undefined || context.gatesOff.has('MaxUnavailableStatefulSet')) return undefined;
  return Math.max(1, scaledValue(maxUnavailable, slots.length, 'down'));
}
