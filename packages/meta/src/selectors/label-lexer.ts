/** Cuts the text of a label selector into words and signs. Their meaning is left to the parser. */

export type Sign = '!' | '=' | '==' | '!=' | '>' | '<' | '(' | ')' | ',';

export interface Token {
  readonly kind: Sign | 'word' | 'end';
  readonly text: string;
}

const signs: ReadonlySet<string> = new Set(['!', '=', '==', '!=', '>', '<', '(', ')', ',']);
const signCharacters = '!=><(),';
const spaces = ' \t\r\n';

export function cutLabelSelector(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (spaces.includes(text.charAt(at))) {
      at++;
      continue;
    }
    const token = signCharacters.includes(text.charAt(at)) ? cutSign(text, at) : cutWord(text, at);
    tokens.push(token);
    at += token.text.length;
  }
  tokens.push({ kind: 'end', text: '' });
  return tokens;
}

/** The longest sign that fits. */
function cutSign(text: string, start: number): Token {
  const two = text.slice(start, start + 2);
  const sign = signs.has(two) ? two : text.charAt(start);
  return { kind: sign as Sign, text: sign };
}

function cutWord(text: string, start: number): Token {
  let end = start;
  while (end < text.length && !spaces.includes(text.charAt(end)) && !signCharacters.includes(text.charAt(end))) end++;
  return { kind: 'word', text: text.slice(start, end) };
}
