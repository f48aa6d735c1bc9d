/** Durations with their units in words, which the format `duration` of a schema allows beside `1h30m`: `2 days`. */

const second = 1_000_000_000n;
const hour = 3_600n * second;

/** Short names as they are, and the beginning of longer ones. */
const units: readonly (readonly [names: readonly string[], beginning: string, nanoseconds: bigint])[] = [
  [['ns'], 'nano', 1n],
  [['us', '\u00b5s'], 'micro', 1_000n],
  [['ms'], 'milli', 1_000_000n],
  [['s'], 'sec', second],
  [['m'], 'min', 60n * second],
  [['h', 'hr'], 'hour', hour],
  [['d'], 'day', 24n * hour],
  [['w', 'wk'], 'week', 168n * hour],
];

/** The sum of all parts that have a unit, in nanoseconds; `undefined` if none has. */
export function parseWordedDuration(text: string): bigint | undefined {
  let total: bigint | undefined;
  for (const [, count = '', word = ''] of text.matchAll(/(?<!\d)(\d{1,20})\s{0,9}([A-Za-z\u00b5]{1,20})/g)) {
    const unit = findUnit(word.toLowerCase());
    if (unit !== undefined) total = (total ?? 0n) + BigInt(count) * unit;
  }
  return total;
}

function findUnit(word: string): bigint | undefined {
  return units.find(([names, beginning]) => names.includes(word) || word.startsWith(beginning))?.[2];
}
