/**
 * Cuts a text at the ends of its top-level objects and lists, so that each part can be
 * parsed alone. Looks at brackets and strings only, once; what else is wrong is for
 * the parser to say.
 */
export function splitJsonValues(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '{' || character === '[') depth += 1;
    else if ((character === '}' || character === ']') && --depth === 0) {
      parts.push(text.slice(start, at + 1));
      start = at + 1;
    }
  }
  const rest = text.slice(start);
  return rest.trim() === '' ? parts : [...parts, rest];
}

/** Where the closing quote is; the end of the text where there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
