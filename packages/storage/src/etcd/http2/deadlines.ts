/** Calls back for what has not ended in time. One timer for all: most of them end long before theirs would fire. */

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
  const all = new Set<Due>();
  let timer: NodeJS.Timeout | undefined;
  let firesAt = Infinity;

  const arm = (deadline: number): void => {
    clearTimeout(timer);
    firesAt = deadline;
    timer = deadline === Infinity ? undefined : setTimeout(fire, Math.max(0, deadline - Date.now())).unref();
  };

  const fire = (): void => {
    const now = Date.now();
    let next = Infinity;
    for (const due of all) {
      if (due.deadline <= now) {
        all.delete(due);
        due.onLate();
      } else next = Math.min(next, due.deadline);
    }
    arm(next);
  };

  return {
    add: (due) => {
      all.add(due);
      if (due.deadline < firesAt) arm(due.deadline);
    },
    delete: (due) => void all.delete(due),
  };
}
