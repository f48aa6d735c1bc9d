/**
 * One text for several, such that others never give the same: no name can pretend to be
 * two, whatever is in it.
 */
export function joinParts(parts: readonly string[]): string {
  let lengths = '';
  let text = '';
  for (const part of parts) {
    lengths += `${part.length},`;
    text += part;
  }
  return `${lengths}:${text}`;
}
