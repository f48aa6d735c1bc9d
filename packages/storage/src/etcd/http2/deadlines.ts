/**
 * Calls back for what has not ended in time. One timer for all: most of them end long
 * before theirs would fire. They stand in an array: each table of a set that comes and
 * goes is linked to the next, and garbage that has become old keeps all that follow.
 */

export interface Due {
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** Called once, when it is past; not after `delete`. */
  readonly onLate: () => void;
}

export interface Deadlines {
  add(due: Due): void;
  delete(due: Due): void;
}

/** The timer does not keep the process alive. */
export function createDeadlines(): Deadlines {
  const all: Due[] = [];
  let timer: NodeJS.Timeout | undefined;
  let firesAt = Infinity;

  const arm = (deadline: number): void => {
    clearTimeout(timer);
    firesAt = deadline;
    timer = deadline === Infinity ? undefined : setTimeout(fire, Math.max(0, deadline - Date.now())).unref();
  };

  const fire = (): void => {
    const now = Date.now();
    try {
      for (const due of all.filter(({ deadline }) => deadline <= now)) {
        if (remove(due)) due.onLate();
      }
    } finally {
      let next = Infinity;
      for (const { deadline } of all) next = Math.min(next, deadline);
      arm(next);
    }
  };

  const remove = (due: Due): boolean => {
    const at = all.indexOf(due);
    if (at < 0) return false;
    const last = all.pop();
    if (last !== undefined && at < all.length) all[at] = last;
    return true;
  };

  return {
    add: (due) => {
      all.push(due);
      if (due.deadline < firesAt) arm(due.deadline);
    },
    delete: (due) => void remove(due),
  };
}
