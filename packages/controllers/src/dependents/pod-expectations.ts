/**
 * The writes of a controller that its informers do not show yet. An owner whose pods are not as new as its own writes
 * must not get further pods: it would have too many. What the informers never show is forgotten after a while.
 */
import type { Pod } from '@keelson/api';
import type { Informer } from '@keelson/informers';

import type { ControllerClock } from '../controller-clock.ts';
import { isBeingDeleted, isTracked, type CachedPod } from './pod-facts.ts';

interface Expected {
  /** Of its status, as it was written last. */
  revision: number;
  /** By uid: the names of pods that were created, deleted, or freed of their finalizer. */
  readonly created: Map<string, string>;
  readonly deleted: Map<string, string>;
  readonly released: Map<string, string>;
  /** Creates that are under way, and pods that were deleted meanwhile. */
  creating: number;
  readonly gone: Set<string>;
  sinceMs: number;
}

export const expectationMs = 300_000;

type PodSource = Pick<Informer<Pod>, 'get'>;

export class Expectations {
  readonly #pods: PodSource;
  readonly #clock: Pick<ControllerClock, 'now'>;
  readonly #byKey = new Map<string, Expected>();

  constructor(pods: PodSource, clock: Pick<ControllerClock, 'now'>) {
    this.#pods = pods;
    this.#clock = clock;
  }

  forget(key: string): void {
    this.#byKey.delete(key);
  }

  /** True where all creates and deletes are to be seen. */
  areMet(key: string, namespace: string): boolean {
    const expected = this.#byKey.get(key);
    if (expected === undefined) return true;
    if (this.#clock.now() - expected.sinceMs > expectationMs) {
      expected.created.clear();
      expected.deleted.clear();
      return true;
    }
    settle(expected.created, (name, uid) => this.#find(namespace, name, uid) !== undefined);
    settle(expected.deleted, (name, uid) => {
      const pod = this.#find(namespace, name, uid);
      return pod === undefined || isBeingDeleted(pod);
    });
    return expected.created.size === 0 && expected.deleted.size === 0;
  }

  /** The uids of pods whose finalizer was removed, though they are shown with it. */
  released(key: string, namespace: string): ReadonlySet<string> {
    const expected = this.#byKey.get(key);
    if (expected === undefined) return new Set();
    settle(expected.released, (name, uid) => {
      const pod = this.#find(namespace, name, uid);
      return pod === undefined || !isTracked(pod);
    });
    return new Set(expected.released.keys());
  }

  /** True where the owner is at least as new as what was written last. */
  showsOwner(key: string, revision: number): boolean {
    return revision >= (this.#byKey.get(key)?.revision ?? 0);
  }

  wroteOwner(key: string, revision: number): void {
    this.#of(key).revision = revision;
  }

  beginCreate(key: string): void {
    this.#of(key).creating += 1;
  }

  /** `undefined` for a create that failed. */
  endCreate(key: string, pod: CachedPod | undefined): void {
    const expected = this.#of(key);
    expected.creating -= 1;
    if (pod !== undefined && !expected.gone.has(pod.head.uid)) expected.created.set(pod.head.uid, pod.name);
    if (expected.creating === 0) expected.gone.clear();
  }

  deleted(key: string, { name, head }: CachedPod): void {
    this.#of(key).deleted.set(head.uid, name);
  }

  releasedPod(key: string, { name, head }: CachedPod): void {
    this.#of(key).released.set(head.uid, name);
  }

  /** A pod that is created and deleted at once may be gone before its create is answered. */
  sawDelete(key: string, uid: string): void {
    const expected = this.#byKey.get(key);
    if (expected === undefined) return;
    expected.created.delete(uid);
    if (expected.creating > 0) expected.gone.add(uid);
  }

  #find(namespace: string, name: string, uid: string): CachedPod | undefined {
    const pod = this.#pods.get({ namespace, name });
    return pod?.head.uid === uid ? pod : undefined;
  }

  #of(key: string): Expected {
    let expected = this.#byKey.get(key);
    if (expected === undefined) {
      const [created, deleted, released] = [
        new Map<string, string>(),
        new Map<string, string>(),
        new Map<string, string>(),
      ];
      expected = { revision: 0, created, deleted, released, creating: 0, gone: new Set(), sinceMs: 0 };
      this.#byKey.set(key, expected);
    }
    expected.sinceMs = this.#clock.now();
    return expected;
  }
}

function settle(expected: Map<string, string>, isSeen: (name: string, uid: string) => boolean): void {
  for (const [uid, name] of expected) if (isSeen(name, uid)) expected.delete(uid);
}
