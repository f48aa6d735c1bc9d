/**
 * One question for all who wait. An answer is only good for who asked before it was
 * sent, so those who come while it is under way share the next one.
 *
 *     nobody waits ──ask──▶ turn set ──end of turn──▶ under way ──answer──▶ turn set or nobody waits
 *
 * At the end of a turn of the event loop all that has come from sockets so far has been
 * read. The next question leaves then, before those who have their answer are told: it
 * is under way while they are served.
 */

/** Those who share a question that has not been sent. */
class Waiting<Answer> {
  resolve!: (answer: Answer) => void;
  reject!: (reason: unknown) => void;
  readonly promise = new Promise<Answer>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });
}

/**
 * Freshness: the answer comes from a call of `ask` that began after this call.
 * Who asks in one turn shares one call. A failed call fails for all who shared it.
 */
export function createSharedQuestion<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  /** They came since the last question was sent. */
  let next: Waiting<Answer> | undefined;
  let isUnderWay = false;
  let isTurnSet = false;
  let tell: (() => void) | undefined;

  const setTurn = (): void => {
    if (isTurnSet) return;
    isTurnSet = true;
    setImmediate(endTurn);
  };

  const endTurn = (): void => {
    isTurnSet = false;
    const tellAnswered = tell;
    tell = undefined;
    if (next !== undefined && !isUnderWay) send(next);
    tellAnswered?.();
  };

  const send = (waiting: Waiting<Answer>): void => {
    next = undefined;
    isUnderWay = true;
    const end = (told: () => void): void => {
      isUnderWay = false;
      tell = told;
      setTurn();
    };
    ask().then(
      (answer) => end(() => waiting.resolve(answer)),
      (error: unknown) => end(() => waiting.reject(error)),
    );
  };

  return () => {
    if (next === undefined) {
      next = new Waiting();
      if (!isUnderWay) setTurn();
    }
    return next.promise;
  };
}
