/** Serializes changes of the store, so that each is decided against the state that the one before has left. */
export type Serializer = <T>(turn: () => Promise<T>) => Promise<T>;

export function createSerializer(): Serializer {
  let last: Promise<unknown> = Promise.resolve();
  return (turn) => {
    const mine = last.then(turn, turn);
    last = mine.catch(() => undefined);
    return mine;
  };
}
