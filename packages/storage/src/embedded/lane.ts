/** Serializes changes of the store, so that each is decided against the state that the one before has left. */
export type Lane = <T>(turn: () => Promise<T>) => Promise<T>;

export function createLane(): Lane {
  let last: Promise<unknown> = Promise.resolve();
  return (turn) => {
    const mine = last.then(turn, turn);
    last = mine.catch(() => undefined);
    return mine;
  };
}
