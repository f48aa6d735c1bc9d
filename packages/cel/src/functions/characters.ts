/** Texts by code points. Most texts have no pairs of surrogates, and are indexed by their units. */

const surrogate = /[\ud800-\udfff]/;

export function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at += 1) if ((text.codePointAt(at) ?? 0) > 0xffff) count -= 1;
  return count;
}

/** The characters of a text that has pairs of surrogates, `undefined` for any other. */
export function charactersOf(text: string): string[] | undefined {
  return surrogate.test(text) ? Array.from(text) : undefined;
}

/** The characters from `start` to before `end`. */
export function sliceCharacters(text: string, start: number, end?: number): string {
  return text.slice(unitIndex(text, start), end === undefined ? undefined : unitIndex(text, end));
}

/** The number of characters before the unit at `unit`. */
export function characterIndex(text: string, unit: number): number {
  return unit <= 0 ? unit : countCharacters(text.slice(0, unit));
}

/** The unit where the character at `index` begins. */
export function unitIndex(text: string, index: number): number {
  if (!surrogate.test(text)) return index;
  let unit = 0;
  for (let count = 0; count < index && unit < text.length; count += 1)
    unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
  return unit;
}
