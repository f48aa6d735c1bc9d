/** Detects that a worker with work to do has stopped answering. */

export interface WatchdogParts {
  readonly silenceMs: number;
  /** To be answered by a call of `hear`. */
  readonly ask: () => void;
  /** Called once for each time that work has begun. */
  readonly onSilence: () => void;
}

export interface Watchdog {
  /** There is work. */
  begin(): void;
  /** There is an answer, or any other sign of life. */
  hear(): void;
  /** There is no more work. */
  rest(): void;
}

const askMs = 1_000;

/**
 * Counts questions without an answer rather than time: while this thread itself stands
 * still, it neither asks nor hears.
 */
export function watchOver({ silenceMs, ask, onSilence }: WatchdogParts): Watchdog {
  const everyMs = Math.min(askMs, silenceMs / 2);
  const most = Math.ceil(silenceMs / everyMs);
  let unanswered = 0;
  let timer: NodeJS.Timeout | undefined;

  const rest = (): void => {
    clearInterval(timer);
    timer = undefined;
  };

  const look = (): void => {
    if (unanswered >= most) {
      rest();
      onSilence();
      return;
    }
    unanswered += 1;
    ask();
  };

  return {
    begin: () => {
      if (timer !== undefined) return;
      unanswered = 0;
      timer = setInterval(look, everyMs).unref();
    },
    hear: () => {
      unanswered = 0;
    },
    rest,
  };
}
