/** One sync of a PodDisruptionBudget: counts its pods, and writes how many of them may be evicted. */
import { isDeepStrictEqual } from 'node:util';

import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '@keelson/api';
import type { ReconcileResult } from '@keelson/informers';
import { matchesLabels } from '@keelson/meta';

import { isConflict, isNotFound, refusedError } from '../client/controller-client.ts';
import type { CachedPod } from '../dependents/pod-facts.ts';
import { referenceTo } from '../events/event-recorder.ts';
import { lagMs } from '../frame/unseen-writes.ts';
import { recordOfBudget, selectorOfBudget, type BudgetParts, type CachedBudget } from './budget-parts.ts';
import { countBudget, failBudget, findDisrupted } from './budget-status.ts';
import { expectPods, type ExpectedPods } from './expected-pods.ts';

export async function syncBudget(
  parts: BudgetParts,
  key: string,
  budget: CachedBudget,
): Promise<ReconcileResult | undefined> {
  if (!parts.written.areShown(key)) return { requeueAfterMs: lagMs };
  const pods = podsOf(parts, budget);
  if (pods.length === 0) recordOfBudget(parts, budget)('Normal', 'NoPods', 'No matching pods found');
  const expected = await expectPods(parts, budget, pods).catch((error: unknown) => error as Error);
  if (expected instanceof Error) return fail(parts, key, { budget, error: expected });
  return write(parts, key, { budget, pods, expected });
}

function podsOf({ podIndex }: BudgetParts, budget: CachedBudget): CachedPod[] {
  const selector = selectorOfBudget(budget);
  if (selector === null) return [];
  return [...podIndex.get(budget.namespace)].filter(
    ({ decoded, head }) => decoded.ok && matchesLabels(selector, head.labels),
  );
}

interface Failing {
  readonly budget: CachedBudget;
  readonly error: Error;
}

async function fail(parts: BudgetParts, key: string, { budget, error }: Failing): Promise<never> {
  const { message } = error;
  const words = `Failed to calculate the number of expected pods: ${message}`;
  recordOfBudget(parts, budget)('Warning', 'CalculateExpectedPodCountFailed', words);
  await writeStatus(parts, key, { budget, status: failBudget(budget, message, parts.context.clock.wallMs()) });
  throw error;
}

interface Counting {
  readonly budget: CachedBudget;
  readonly pods: readonly CachedPod[];
  readonly expected: ExpectedPods;
}

async function write(
  parts: BudgetParts,
  key: string,
  { budget, pods, expected }: Counting,
): Promise<ReconcileResult | undefined> {
  const { context } = parts;
  const nowMs = context.clock.wallMs();
  const disrupted = findDisrupted(budget, pods, nowMs);
  for (const pod of disrupted.late) {
    const message = `Pod was expected by PDB ${budget.namespace}/${budget.name} to be deleted but it wasn't`;
    const about = referenceTo(context.kinds.pods, pod);
    context.events.record({ about, type: 'Warning', reason: 'NotDeleted', message });
  }
  const status = countBudget(budget, { ...expected, pods, disrupted, nowMs });
  if (!(await writeStatus(parts, key, { budget, status }))) return { waits: true };
  return disrupted.waitMs === undefined ? undefined : { requeueAfterMs: disrupted.waitMs };
}

interface StatusWriting {
  readonly budget: CachedBudget;
  readonly status: PodDisruptionBudgetStatus;
}

/** Returns false where another write came first, such as that of an eviction: its event brings the budget again. */
async function writeStatus(parts: BudgetParts, key: string, { budget, status }: StatusWriting): Promise<boolean> {
  const { context, written } = parts;
  const { namespace, name, object } = budget;
  if (isDeepStrictEqual(status, { ...object.status })) return true;
  const resource = context.kinds.servedPodDisruptionBudgets;
  const target = { resource, namespace, name, subresource: 'status' };
  const type = { apiVersion: `${resource.group}/${resource.version}`, kind: resource.kind };
  const reply = await context.client.update<PodDisruptionBudget>(target, { ...object, ...type, status });
  if (reply.ok) written.wrote(key, reply.object);
  else if (isConflict(reply)) return false;
  else if (!isNotFound(reply)) throw refusedError(reply);
  return true;
}
