/** Blanks and strings of JSON text, as positions. Knows no values but strings. */
import { unexpected } from './syntax-error.ts';

export interface StringToken {
  readonly value: string;
  readonly end: number;
}

/** The position of the first character at or after `from` that is not blank. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at += 1;
  }
}

/** Reads the string whose opening quote is at `start`. Half of a surrogate pair becomes U+FFFD, as it has no UTF-8. */
export function readString(text: string, start: number): StringToken {
  let at = start + 1;
  let isPlain = true;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 0x22) break;
    if (code === 0x5c) {
      isPlain = false;
      at = skipEscape(text, at);
    } else if (code >= 0x20) {
      at += 1;
    } else {
      throw unexpected(text, at, 'in string literal');
    }
  }
  const end = at + 1;
  return { value: isPlain ? text.slice(start + 1, at) : unescape(text.slice(start, end)), end };
}

function unescape(literal: string): string {
  return (JSON.parse(literal) as string).replace(/\p{Surrogate}/gu, '\ufffd');
}

function skipEscape(text: string, at: number): number {
  const letter = text.charAt(at + 1);
  if (letter === 'u') {
    for (let i = at + 2; i < at + 6; i += 1) {
      if (!/[0-9a-fA-F]/.test(text.charAt(i))) throw unexpected(text, i, 'in \\u hexadecimal character escape');
    }
    return at + 6;
  }
  if (letter === '' || !'"\\/bfnrt'.includes(letter)) throw unexpected(text, at + 1, 'in string escape code');
  return at + 2;
}
