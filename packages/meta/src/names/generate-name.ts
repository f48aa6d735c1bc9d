/** Names for objects that are created with `generateName`. */

/** No vowels, so that no words appear, and no characters that are easily confused. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
const suffixLength = 5;
const maxBaseLength = 63 - suffixLength;

/** `random` gives numbers from 0 (inclusive) to 1 (exclusive). */
export function generateName(base: string, random: () => number): string {
  let name = base.slice(0, maxBaseLength);
  for (let at = 0; at < suffixLength; at++) name += alphabet.charAt(Math.floor(random() * alphabet.length));
  return name;
}
