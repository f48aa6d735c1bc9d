/**
 * One question for all who wait. An answer is only good for who asked before it was
 * sent, so those who come while it is under way share the next one.
 */

/**
 * Freshness: the answer comes from a call of `ask` that began after this call.
 * Who asks in one turn shares one call. A failed call fails for all who shared it.
 */
export function createSharedQuestion<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let underway: Promise<unknown> | undefined;
  let next: Promise<Answer> | undefined;

  const send = async (): Promise<Answer> => {
    // After what is under way, and at the end of the turn: whoever comes until then belongs to it.
    await underway;
    await endOfTurn();
    next = undefined;
    const answer = ask();
    const settled = answer.then(ignore, ignore);
    underway = settled;
    void settled.then(() => {
      if (underway === settled) underway = undefined;
    });
    return answer;
  };

  return () => (next ??= send());
}

/** When all that has come from sockets so far has been read: many requests come in one turn. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

const ignore = (): void => undefined;
