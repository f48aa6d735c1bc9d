/** The text of an empty list in two, where its items go. */

/** Up to and behind the last such place: names may hold anything. */
export function textAround(text: string, open: string, close: string): [head: string, tail: string] {
  const at = text.lastIndexOf(`${open}${close}`) + open.length;
  return [text.slice(0, at), text.slice(at)];
}
