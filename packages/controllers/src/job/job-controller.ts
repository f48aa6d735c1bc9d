/**
 * Controller of Jobs: keeps as many pods as a Job asks for, counts those that end, and ends the Job. See `sync-job.ts`
 * for one visit of a Job.
 */
import type { Job, Pod } from '@keelson/api';
import { byNamespace, objectKey, splitObjectKey, type ObjectIndex, type WorkQueue } from '@keelson/informers';
import { matchesLabels } from '@keelson/meta';

import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { startReconciler } from '../frame/reconciler.ts';
import { sharedIndex } from '../frame/shared-index.ts';
import { Expectations } from '../dependents/pod-expectations.ts';
import { controllerOf, indexByController } from '../dependents/owner-index.ts';
import { type CachedPod, hasFailed, isTracked } from '../dependents/pod-facts.ts';
import { readSelector } from '../dependents/read-selector.ts';
import { type JobParts } from './job-parts.ts';
import { isFinished, type CachedJob } from './job-pod.ts';
import { syncOrphanPod } from './orphan-pods.ts';
import { syncJob } from './sync-job.ts';

const name = 'job';
/** Of a Job with a new failure: doubled with each that follows without a visit that saw none. */
const backoff = { baseMs: 10_000, maxMs: 360_000, jitter: 0 };

/** Changes of pods within so long are one visit of their Job, and so one write of its status. */
const podBatchMs = 1_000;

export const jobController = makeJobController(podBatchMs);

export function makeJobController(batchMs: number): ControllerDefinition {
  return {
    name,
    account: 'job-controller',
    workers: 5,
    reads: ['pods', 'jobs'],
    start: (context) => startJobController(context, batchMs),
  };
}

function startJobController(context: ControllerContext, batchMs: number): LedController {
  const parts = openParts(context);
  const informers = [parts.jobs, parts.pods];
  const orphans = startReconciler(
    { ...context, workers: 1 },
    { queue: 'job_orphan_pod', name, informers, reconcile: (key) => syncOrphanPod(parts, key) },
  );
  const reconciler = startReconciler(context, {
    queue: name,
    name,
    backoff,
    informers,
    reconcile: async (key) => {
      const job = parts.jobs.get(splitObjectKey(key));
      if (job !== undefined) return syncJob(parts, key, job);
      parts.expectations.forget(key);
      return undefined;
    },
  });
  const jobsByNamespace = sharedIndex(parts.jobs, byNamespace);
  reconciler.onStop(handleJobs(parts, reconciler.queue, orphans.queue));
  reconciler.onStop(handlePods(parts, { queue: reconciler.queue, orphans: orphans.queue, jobsByNamespace, batchMs }));
  return {
    check: () => reconciler.check() ?? orphans.check(),
    stop: async () => {
      await Promise.all([reconciler.stop(), orphans.stop()]);
    },
  };
}

function openParts(context: ControllerContext): JobParts {
  const { informers, kinds, clock } = context;
  const jobs = informers.informer<Job>(kinds.jobs);
  const pods = informers.informer<Pod>(kinds.pods);
  const podIndex = sharedIndex(pods, indexByController);
  return { context, jobs, pods, podIndex, expectations: new Expectations(pods, clock) };
}

function handleJobs({ jobs, podIndex, expectations }: JobParts, queue: WorkQueue, orphans: WorkQueue): () => void {
  const letGo = ({ head }: CachedJob): void => {
    for (const pod of podIndex.get(head.uid)) if (isTracked(pod)) orphans.add(objectKey(pod));
  };
  const enqueue = (job: CachedJob): void => queue.add(objectKey(job));
  return jobs.addHandler({
    onAdd: enqueue,
    onUpdate: (_, job) => {
      enqueue(job);
      if (job.decoded.ok && isFinished(job.decoded.object)) letGo(job);
    },
    onDelete: (job) => {
      expectations.forget(objectKey(job));
      enqueue(job);
      letGo(job);
    },
  });
}

interface PodHandling {
  readonly queue: WorkQueue;
  readonly orphans: WorkQueue;
  readonly jobsByNamespace: ObjectIndex<Job>;
  readonly batchMs: number;
}

function handlePods(parts: JobParts, handling: PodHandling): () => void {
  const { jobs, pods, expectations, context } = parts;
  const { queue, orphans, jobsByNamespace, batchMs } = handling;
  const jobOf = ({ namespace, head }: CachedPod): CachedJob | undefined => {
    const owner = controllerOf(head);
    if (owner === undefined || owner.kind !== context.kinds.jobs.kind) return undefined;
    const job = jobs.get({ namespace, name: owner.name });
    return job?.head.uid === owner.uid ? job : undefined;
  };
  /** Pods that nobody controls concern every Job that selects them. */
  const enqueueSelecting = ({ namespace, head }: CachedPod): void => {
    for (const job of jobsByNamespace.get(namespace)) {
      if (!job.decoded.ok || isFinished(job.decoded.object)) continue;
      const selector = readSelector(job.decoded.object.spec.selector);
      if (matchesLabels(selector, head.labels)) queue.addAfter(objectKey(job), batchMs);
    }
  };
  const note = (pod: CachedPod): void => {
    const job = jobOf(pod);
    if (isTracked(pod) && (job === undefined || isEnded(job))) orphans.add(objectKey(pod));
    if (job !== undefined) enqueueJob(handling, objectKey(job), pod);
    else if (controllerOf(pod.head) === undefined) enqueueSelecting(pod);
  };
  return pods.addHandler({
    onAdd: note,
    onUpdate: (old, pod) => {
      const before = jobOf(old);
      if (before !== undefined && controllerOf(pod.head)?.uid !== before.head.uid)
        queue.addAfter(objectKey(before), batchMs);
      note(pod);
    },
    onDelete: (pod) => {
      const job = jobOf(pod);
      if (job === undefined) return;
      expectations.sawDelete(objectKey(job), pod.head.uid);
      queue.addAfter(objectKey(job), batchMs);
    },
  });
}

function isEnded({ decoded }: CachedJob): boolean {
  return decoded.ok && isFinished(decoded.object);
}

/** A pod that fails while its Job is backing off does not end the back-off. */
function enqueueJob({ queue, batchMs }: PodHandling, key: string, pod: CachedPod): void {
  const failures = queue.retries(key);
  const isBackingOff = failures > 0 && pod.decoded.ok && hasFailed(pod);
  queue.addAfter(key, isBackingOff ? Math.min(backoff.baseMs * 2 ** (failures - 1), backoff.maxMs) : batchMs);
}
