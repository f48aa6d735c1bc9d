/**
 * The order of keys that the storage contract states: by code points, which is the
 * order of their UTF-8 bytes. JavaScript compares code units, which differs only
 * where a surrogate meets a unit above the surrogates.
 */

export type IsBefore = (a: string, b: string) => boolean;

/** Right whenever at least one of the two has nothing but units below the surrogates. */
export const isBeforeByUnit: IsBefore = (a, b) => a < b;

export const isBeforeByCodePoint: IsBefore = (a, b) => {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return rank(left) < rank(right);
  }
  return a.length < b.length;
};

const firstSurrogate = 0xd800;
const firstAboveSurrogates = 0xe000;

/** Moves the surrogates behind all other units. */
function rank(unit: number): number {
  if (unit < firstSurrogate) return unit;
  return unit < firstAboveSurrogates ? unit + 0x2000 : unit - 0x800;
}

const rareUnit = /[\ud800-\uffff]/;

/** True if the key has UTF-16 units that the two orders may sort differently. */
export function hasRareUnits(key: string): boolean {
  return rareUnit.test(key);
}

/** The least text above all keys that begin with the folder, which ends with a slash. */
export function endOfFolder(folder: string): string {
  return `${folder.slice(0, -1)}0`;
}

/** The least text above the key: NUL cannot be part of a key. */
export function justAfter(key: string): string {
  return `${key}\u0000`;
}
