/** The pods of Jobs that were ever stored, as a watch on the store from its beginning tells of them. */
import type { Storage, StorageEvent, Watch } from '@keelson/storage';

export interface PodsOfJob {
  /** Pods with names or uids of their own. */
  readonly made: number;
  /** The greatest number of pods at one time that had not ended. */
  readonly mostActive: number;
  /** Of the completion indexes of all its pods, in order; a repeated one stands here twice. */
  readonly indexes: readonly string[];
}

export interface PodHistory {
  created(): number;
  ofJob(uid: string): PodsOfJob;
}

interface StoredPod {
  readonly metadata: {
    readonly uid: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly { readonly uid: string; readonly controller?: boolean }[];
    readonly deletionTimestamp?: string;
  };
  readonly status: { readonly phase?: string };
}

interface Followed {
  readonly made: Set<string>;
  readonly active: Map<string, string>;
  readonly indexes: string[];
  mostActive: number;
}

export function followPods(storage: Pick<Storage, 'prefix' | 'watch'>): { history: PodHistory; watch: Watch } {
  const byJob = new Map<string, Followed>();
  const end = (key: string): void => {
    for (const { active } of byJob.values()) active.delete(key);
  };
  const take = ({ key, value }: StorageEvent): void => {
    if (!(value instanceof Uint8Array)) {
      end(key);
      return;
    }
    const pod = JSON.parse(Buffer.from(value).toString('utf8')) as StoredPod;
    const owner = pod.metadata.ownerReferences?.find(({ controller }) => controller === true);
    if (owner !== undefined) note(followed(byJob, owner.uid), key, pod);
  };
  const watch = storage.watch(`${storage.prefix}pods/`, 0, {
    onEvents: (events) => events.forEach(take),
    onProgress: () => undefined,
    onEnd: (error) => {
      throw error;
    },
  });
  const history: PodHistory = {
    created: () => [...byJob.values()].reduce((sum, { made }) => sum + made.size, 0),
    ofJob: (uid) => {
      const { made, mostActive, indexes } = followed(byJob, uid);
      return { made: made.size, mostActive, indexes: indexes.toSorted((a, b) => Number(a) - Number(b)) };
    },
  };
  return { history, watch };
}

function followed(byJob: Map<string, Followed>, uid: string): Followed {
  const known = byJob.get(uid) ?? { made: new Set(), active: new Map(), indexes: [], mostActive: 0 };
  byJob.set(uid, known);
  return known;
}

const completionIndex = 'batch.kubernetes.io/job-completion-index';

function note(job: Followed, key: string, { metadata, status }: StoredPod): void {
  const index = metadata.annotations?.[completionIndex];
  if (!job.made.has(metadata.uid) && index !== undefined) job.indexes.push(index);
  job.made.add(metadata.uid);
  const hasEnded = status.phase === 'Succeeded' || status.phase === 'Failed';
  if (hasEnded || metadata.deletionTimestamp !== undefined) job.active.delete(key);
  else job.active.set(key, metadata.uid);
  job.mostActive = Math.max(job.mostActive, job.active.size);
}
