/**
 * The queue for workers: users take turns, so that the user with the most tasks waits longest.
 * Limits: a number of tasks and of bytes for all users together, and half of that for one user.
 */
export interface Queued {
  readonly user: string;
  /** Held in memory while it waits. */
  readonly bytes: number;
  /** Bounded by other means, such as by the requests that wait for it. It takes its turn like others. */
  readonly isExempt?: boolean | undefined;
}

export interface QueueLimits {
  readonly tasks: number;
  readonly bytes: number;
}

export interface FairQueue<T extends Queued> {
  /** Returns `false` if there is no room for it. */
  add(task: T): boolean;
  take(): T | undefined;
  size(): number;
  /** Takes out all of it. */
  drain(): readonly T[];
}

interface Load {
  tasks: number;
  bytes: number;
}

export function createFairQueue<T extends Queued>(limits: QueueLimits): FairQueue<T> {
  /** In the order in which they have their turn. A user without tasks is not in it. */
  const byUser = new Map<string, T[]>();
  const total: Load = { tasks: 0, bytes: 0 };
  const half: QueueLimits = { tasks: limits.tasks / 2, bytes: limits.bytes / 2 };

  const hasRoom = (load: Load, { bytes }: Queued, most: QueueLimits): boolean =>
    load.tasks + 1 <= most.tasks && load.bytes + bytes <= most.bytes;

  const loadOf = (tasks: readonly T[]): Load => {
    let bytes = 0;
    for (const task of tasks) bytes += task.bytes;
    return { tasks: tasks.length, bytes };
  };

  const note = (task: T, sign: 1 | -1): void => {
    total.tasks += sign;
    total.bytes += sign * task.bytes;
  };

  const takeNext = (): T | undefined => {
    for (const [user, tasks] of byUser) {
      const task = tasks.shift();
      byUser.delete(user);
      if (tasks.length > 0) byUser.set(user, tasks);
      return task;
    }
    return undefined;
  };

  const take = (): T | undefined => {
    const task = takeNext();
    if (task !== undefined) note(task, -1);
    return task;
  };

  return {
    add: (task) => {
      const own = byUser.get(task.user) ?? [];
      const isFull = !hasRoom(total, task, limits) || !hasRoom(loadOf(own), task, half);
      if (isFull && task.isExempt !== true) return false;
      own.push(task);
      byUser.set(task.user, own);
      note(task, 1);
      return true;
    },
    take,
    size: () => total.tasks,
    drain: () => {
      const all: T[] = [];
      for (let task = take(); task !== undefined; task = take()) all.push(task);
      return all;
    },
  };
}
