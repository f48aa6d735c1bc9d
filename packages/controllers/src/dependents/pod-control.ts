/** Creates and deletes the pods of an owner, tells of it in events, and notes what the informers have to show. */
import type { Pod } from '@keelson/api';
import { objectKey, type CachedObject } from '@keelson/informers';
import type { Resource } from '@keelson/schema';

import { isNamespaceEnding, isNotFound, refusedError, type ClientRefusal } from '../client/controller-client.ts';
import { recordAbout } from '../events/event-recorder.ts';
import type { ControllerContext } from '../frame/definition.ts';
import { runAtOnce } from '../run-at-once.ts';
import type { CachedPod } from './pod-facts.ts';
import type { Expectations } from './pod-expectations.ts';

export interface PodControl {
  readonly context: ControllerContext;
  readonly owners: Resource;
  readonly owner: CachedObject<unknown>;
  readonly expectations: Expectations;
}

/** Requests of one owner that are under way at a time. */
const requestsAtOnce = 16;

export interface Effect {
  /** The number of pods that it was done to. */
  readonly done: number;
  /** The first failure. A namespace that ends is none: it takes the owner along. */
  readonly error: Error | undefined;
}

/** In batches that double, so that a quota that is full costs a few requests and not all of them. */
export async function createPods(control: PodControl, pods: readonly object[]): Promise<Effect> {
  const refusals: ClientRefusal[] = [];
  let done = 0;
  for (let at = 0, size = 1; at < pods.length && refusals.length === 0; at += size, size *= 2) {
    await runAtOnce(pods.slice(at, at + size), requestsAtOnce, async (pod) => {
      const refusal = await createPod(control, pod);
      if (refusal === undefined) done += 1;
      else refusals.push(refusal);
    });
  }
  const failure = refusals.find((refusal) => !isNamespaceEnding(refusal));
  return { done, error: failure && refusedError(failure) };
}

async function createPod(control: PodControl, pod: object): Promise<ClientRefusal | undefined> {
  const { context, expectations, owner } = control;
  const key = objectKey(owner);
  let created: CachedPod | undefined;
  expectations.beginCreate(key);
  try {
    const target = { resource: context.kinds.pods, namespace: owner.namespace };
    const reply = await context.client.create<Pod>(target, pod);
    if (reply.ok) {
      created = reply.object;
      record(control, 'Normal', ['SuccessfulCreate', `Created pod: ${created.name}`]);
      return undefined;
    }
    if (!isNamespaceEnding(reply)) {
      record(control, 'Warning', ['FailedCreate', `Error creating: ${reply.status.message ?? ''}`]);
    }
    return reply;
  } finally {
    expectations.endCreate(key, created);
  }
}

/** `before`: what has to be done to a pod first; a refusal keeps it. A pod that is gone already counts as deleted. */
export async function deletePods(
  control: PodControl,
  pods: readonly CachedPod[],
  before: (pod: CachedPod) => Promise<ClientRefusal | undefined> = () => Promise.resolve(undefined),
): Promise<Effect> {
  let [done, error]: [number, Error | undefined] = [0, undefined];
  await runAtOnce(pods, requestsAtOnce, async (pod) => {
    const failure = (await before(pod)) ?? (await deletePod(control, pod));
    if (failure === undefined || isNotFound(failure)) done += 1;
    else error ??= refusedError(failure);
  });
  return { done, error };
}

async function deletePod(control: PodControl, pod: CachedPod): Promise<ClientRefusal | undefined> {
  const { context, expectations, owner } = control;
  const { namespace, name, head } = pod;
  const reply = await context.client.delete({ resource: context.kinds.pods, namespace, name }, { uid: head.uid });
  if (reply.ok) {
    expectations.deleted(objectKey(owner), pod);
    record(control, 'Normal', ['SuccessfulDelete', `Deleted pod: ${pod.name}`]);
    return undefined;
  }
  if (!isNotFound(reply)) {
    record(control, 'Warning', ['FailedDelete', `Error deleting: ${reply.status.message ?? ''}`]);
  }
  return reply;
}

type Words = readonly [reason: string, message: string];

function record({ context, owners, owner }: PodControl, type: 'Normal' | 'Warning', [reason, message]: Words): void {
  recordAbout(context.events, owners, owner)(type, reason, message);
}
