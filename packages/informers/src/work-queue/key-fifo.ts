/** Keys in the order in which they came. Both ends cost the same, however many there are. */
export interface KeyFifo {
  push(key: string): void;
  shift(): string | undefined;
  clear(): void;
  size(): number;
}

export function createKeyFifo(): KeyFifo {
  let keys: string[] = [];
  let first = 0;
  return {
    push: (key) => void keys.push(key),
    shift: () => {
      const key = keys[first];
      if (key === undefined) return undefined;
      first += 1;
      if (first >= 1024 && first * 2 >= keys.length) {
        keys = keys.slice(first);
        first = 0;
      }
      return key;
    },
    clear: () => {
      keys = [];
      first = 0;
    },
    size: () => keys.length - first,
  };
}
