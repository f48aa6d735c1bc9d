/**
 * The end of a turn of the event loop, when the sockets that had bytes are read: the place for what is done once for all
 * that came. It comes before the slices of long work, so that no request has to wait for one of them at each of its steps.
 */
const due: (() => void)[] = [];

/** Runs in the order of the calls. What is called for meanwhile runs at the same end. */
export function atEndOfTurn(run: () => void): void {
  if (due.push(run) === 1) setImmediate(runDue);
}

/** If one of them throws, the others run in the next turn. */
export function runDue(): void {
  let done = 0;
  try {
    for (let run = due[0]; run !== undefined; run = due[done]) {
      done += 1;
      run();
    }
  } finally {
    due.splice(0, done);
    if (due.length > 0) setImmediate(runDue);
  }
}
