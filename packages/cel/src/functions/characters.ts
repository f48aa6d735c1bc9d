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
  const characters = charactersOf(text);
  return characters === undefined ? text.slice(start, end) : characters.slice(start, end).join('');
}

/** The number of characters before the unit at `unit`. */
export function characterIndex(text: string, unit: number): number {
  return unit <= 0 ? unit : countCharacters(text.slice(0, unit));
}

/** The unit where the character at `index` begins. */
export function unitIndex(text: string, index: number): number {
  const characters = charactersOf(text);
  if (characters === undefined) return index;
  return characters.slice(0, index).reduce((units, character) => units + character.length, 0);
}
