/**
 * One question for all who wait. An answer is only good for who asked before it was
 * sent, so those who come while it is under way share the next one.
 *
 *     idle ──ask──▶ gathering ──end of turn──▶ under way ──answer──▶ serving ──end of turn──▶ idle or gathering
 *
 * It leaves at the end of a turn of the event loop, when all that has come from sockets so
 * far has been read. After an answer it is the end of the turn after: those who have just
 * been served ask again by then, and one question for all is cheaper than two in turns, of
 * which one is under way while those of the other are served.
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
  let isIdle = true;

  const gather = (waiting: Waiting<Answer>): void => {
    isIdle = false;
    setImmediate(send, waiting);
  };

  const send = (waiting: Waiting<Answer>): void => {
    next = undefined;
    const serve = (): void => void setImmediate(goOn);
    ask().then(waiting.resolve, waiting.reject).then(serve, serve);
  };

  const goOn = (): void => {
    isIdle = true;
    if (next !== undefined) gather(next);
  };

  return () => {
    if (next === undefined) {
      next = new Waiting();
      if (isIdle) gather(next);
    }
    return next.promise;
  };
}
