/** Parses texts in single or double quotes, with the escapes of Go. */
import type { Scanner } from './scanner.ts';
import type { Step } from './step.ts';

const escapes: ReadonlyMap<string, string> = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
]);
/** The number of digits, and their base, that follow the letter. */
const numeric = [
  { mark: 'x', digits: /^[0-9A-Fa-f]{2}/, base: 16 },
  { mark: 'u', digits: /^[0-9A-Fa-f]{4}/, base: 16 },
  { mark: '', digits: /^[0-7]{3}/, base: 8 },
];

/** Returns what is wrong if it is no text. */
export function parseQuoted(scanner: Scanner, quote: '"' | "'"): readonly Step[] | string {
  scanner.skip(quote);
  const text = scanner.takeWhile((character) => character !== quote && character !== '\n');
  if (!scanner.skip(quote)) return 'unterminated quoted string';
  const [first = '', ...escaped] = text.split('\\');
  let value = first;
  for (let at = 0; at < escaped.length; at += 1) {
    const part = escaped[at] ?? '';
    // Two backslashes: what is behind the second one is text.
    const found = part === '' && at + 1 < escaped.length ? `\\${escaped[(at += 1)] ?? ''}` : unescape(part, quote);
    if (found === undefined) return `unquote string ${quote}${text}${quote} error invalid syntax`;
    value += found;
  }
  return [{ kind: 'literal', value }];
}

/** Of what is behind a backslash. */
function unescape(text: string, quote: string): string | undefined {
  const first = text.charAt(0);
  const plain = first === quote ? quote : escapes.get(first);
  if (plain !== undefined) return plain + text.slice(1);
  for (const { mark, digits, base } of numeric) {
    const number = text.startsWith(mark) ? digits.exec(text.slice(mark.length))?.[0] : undefined;
    if (number === undefined) continue;
    return String.fromCharCode(Number.parseInt(number, base)) + text.slice(mark.length + number.length);
  }
  return undefined;
}
