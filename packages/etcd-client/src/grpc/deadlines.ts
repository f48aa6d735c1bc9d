/**
 * Deadlines that share one timer: most calls end long before theirs. They are kept in an array: the hash tables of a
 * `Set` that changes all the time are linked to each other, and one that has reached the old generation keeps all that
 * follow it from being collected.
 */

export interface Due {
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** Called once, when the deadline has passed; not after `delete`. */
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
