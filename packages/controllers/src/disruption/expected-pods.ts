/** The number of pods that a budget is about, by what their controllers ask for, and of those that have to be healthy. */
import type { CachedObject, Informer, ObjectOwner } from '@keelson/informers';
import { parseGroupVersion, qualify } from '@keelson/meta';
import type { Resource } from '@keelson/schema';

import { isNotFound, refusedError } from '../client/controller-client.ts';
import { servedVersion } from '../client/served-version.ts';
import { controllerOf } from '../dependents/owner-index.ts';
import type { CachedPod } from '../dependents/pod-facts.ts';
import { scaledValue } from '../dependents/scaled-value.ts';
import type { BudgetParts, CachedBudget } from './budget-parts.ts';

export interface ExpectedPods {
  readonly expected: number;
  readonly desired: number;
}

/** Rejects where a controller of a pod tells no scale. Pods without a controller do not count. */
export async function expectPods(
  parts: BudgetParts,
  { object: { spec } }: CachedBudget,
  pods: readonly CachedPod[],
): Promise<ExpectedPods> {
  const { maxUnavailable, minAvailable } = spec;
  if (maxUnavailable !== undefined) {
    const expected = await sumScales(parts, pods);
    return { expected, desired: Math.max(0, expected - scaledValue(maxUnavailable, expected, 'up')) };
  }
  if (typeof minAvailable === 'string') {
    const expected = await sumScales(parts, pods);
    return { expected, desired: scaledValue(minAvailable, expected, 'up') };
  }
  return minAvailable === undefined ? { expected: 0, desired: 0 } : { expected: pods.length, desired: minAvailable };
}

interface ControllerScale {
  readonly uid: string;
  readonly replicas: number;
}

/** Each controller once. */
async function sumScales(parts: BudgetParts, pods: readonly CachedPod[]): Promise<number> {
  const asked = new Set<string>();
  const scales = new Map<string, number>();
  for (const pod of pods) {
    const owner = controllerOf(pod.head);
    if (owner === undefined || asked.has(owner.uid)) continue;
    asked.add(owner.uid);
    const scale = await scaleOfController(parts, pod.namespace, owner);
    if (scale === undefined) throw new Error(`found no controllers for pod "${pod.name}"`);
    scales.set(scale.uid, scale.replicas);
  }
  return [...scales.values()].reduce((sum, replicas) => sum + replicas, 0);
}

type Scaled = CachedObject<{ readonly spec: { readonly replicas?: number } }>;

async function scaleOfController(
  parts: BudgetParts,
  namespace: string,
  owner: ObjectOwner,
): Promise<ControllerScale | undefined> {
  const { context, replicaSets, replicationControllers, statefulSets } = parts;
  const { kinds } = context;
  switch (owner.kind) {
    case kinds.replicaSets.kind: {
      const set = findOwner(replicaSets, namespace, owner);
      return set && scaleOfReplicaSet(parts, set);
    }
    case kinds.replicationControllers.kind:
      return scaleOf(findOwner(replicationControllers, namespace, owner));
    case kinds.statefulSets.kind:
      return scaleOf(findOwner(statefulSets, namespace, owner));
    default:
      return readScale(parts, namespace, owner);
  }
}

function findOwner<T>(
  informer: Informer<T>,
  namespace: string,
  { name, uid }: ObjectOwner,
): CachedObject<T> | undefined {
  const found = informer.get({ namespace, name });
  return found?.head.uid === uid ? found : undefined;
}

/** During a rollout a Deployment has several ReplicaSets: what counts is its own size. */
function scaleOfReplicaSet({ context, deployments }: BudgetParts, set: Scaled): ControllerScale | undefined {
  const owner = controllerOf(set.head);
  if (owner?.kind !== context.kinds.deployments.kind) return scaleOf(set);
  return scaleOf(findOwner(deployments, set.namespace, owner));
}

function scaleOf(object: Scaled | undefined): ControllerScale | undefined {
  return object && { uid: object.head.uid, replicas: object.object.spec.replicas ?? 1 };
}

interface Scale {
  readonly metadata?: { readonly uid?: string };
  readonly spec?: { readonly replicas?: number };
}

/** Any kind with the subresource may control pods. */
async function readScale(
  parts: BudgetParts,
  namespace: string,
  owner: ObjectOwner,
): Promise<ControllerScale | undefined> {
  const { name, uid } = owner;
  const target = { resource: scaledResource(parts, owner), namespace, name, subresource: 'scale' };
  const found = await parts.context.client.get<object>(target);
  if (!found.ok && isNotFound(found)) return undefined;
  if (!found.ok) throw refusedError(found);
  const { metadata, spec } = JSON.parse(found.object.version.value.toString('utf8')) as Scale;
  return metadata?.uid === uid ? { uid, replicas: spec?.replicas ?? 0 } : undefined;
}

function scaledResource({ context }: BudgetParts, { apiVersion, kind }: ObjectOwner): Resource {
  const parsed = parseGroupVersion(apiVersion);
  const place = parsed.ok ? context.informers.resources.ofKind({ ...parsed.groupVersion, kind }) : undefined;
  if (place === undefined) throw new Error(`no matches for kind "${kind}" in version "${apiVersion}"`);
  const { plural, group } = place.stored;
  const scaled = servedVersion(context.scheme, place.stored, ({ subresources }) => subresources['scale'] !== undefined);
  if (scaled !== undefined) return scaled;
  throw new Error(`${qualify(plural, group)} does not implement the scale subresource`);
}
