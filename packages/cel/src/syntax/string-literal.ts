/** Reads the literals of strings and bytes: prefixes, triple quotes, escapes. */
import { SyntaxFault } from './source-fault.ts';

export interface StringLiteral {
  readonly value: string | Uint8Array;
  readonly end: number;
}

const opening = /([rRbB]{0,2})("""|'''|"|')/y;

const simpleEscapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
  "'": "'",
  '`': '`',
  '?': '?',
};

const numericEscape = /(?:[xX]([0-9a-fA-F]{2})|(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})|([0-3][0-7]{2}))/y;

/** Returns `undefined` if no literal begins at `at`. */
export function readStringLiteral(source: string, at: number): StringLiteral | undefined {
  opening.lastIndex = at;
  const [, prefix = '', quotes] = opening.exec(source) ?? [];
  if (quotes === undefined || /^(?:rr|bb)$/i.test(prefix)) return undefined;
  const start = opening.lastIndex;
  const isRaw = /r/i.test(prefix);
  const isBytes = /b/i.test(prefix);
  const end = findEnd(source, { start, quotes, isRaw });
  if (end === undefined)
    throw new SyntaxFault(at, `Syntax error: token recognition error at: '${source.slice(at, at + 20)}'`);
  const text = source.slice(start, end).replace(/\r\n?/g, '\n');
  const value = isRaw ? asBytes(text, isBytes) : unescape(text, { at: start, isBytes });
  return { value, end: end + quotes.length };
}

function findEnd(
  source: string,
  { start, quotes, isRaw }: { readonly start: number; readonly quotes: string; readonly isRaw: boolean },
): number | undefined {
  for (let at = start; at < source.length; at += 1) {
    if (source.startsWith(quotes, at)) return at;
    const unit = source.charAt(at);
    if (unit === '\\' && !isRaw) at += 1;
    else if (quotes.length === 1 && (unit === '\n' || unit === '\r')) return undefined;
  }
  return undefined;
}

function asBytes(text: string, isBytes: boolean): string | Uint8Array {
  return isBytes ? Buffer.from(text, 'utf8') : text;
}

interface Escaping {
  readonly at: number;
  readonly isBytes: boolean;
}

function unescape(text: string, { at, isBytes }: Escaping): string | Uint8Array {
  if (!text.includes('\\')) return asBytes(text, isBytes);
  const parts: (string | number)[] = [];
  let from = 0;
  for (let next = text.indexOf('\\'); next >= 0; next = text.indexOf('\\', from)) {
    parts.push(text.slice(from, next));
    const escape = readEscape(text, next + 1, isBytes);
    if (escape === undefined) throw new SyntaxFault(at + next, 'unable to unescape string');
    parts.push(escape.part);
    from = escape.end;
  }
  parts.push(text.slice(from));
  if (!isBytes) return parts.join('');
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))));
}

/** In bytes, `\x` and octal escapes are octets; in strings they are code points. */
function readEscape(text: string, at: number, isBytes: boolean): { part: string | number; end: number } | undefined {
  const simple = simpleEscapes[text.charAt(at)];
  if (simple !== undefined) return { part: simple, end: at + 1 };
  numericEscape.lastIndex = at;
  const [found, hex, point, octal] = numericEscape.exec(text) ?? [];
  if (found === undefined) return undefined;
  const part = readCode({ hex, point, octal }, isBytes);
  return part === undefined ? undefined : { part, end: at + found.length };
}

type NumericEscape = Readonly<Record<'hex' | 'point' | 'octal', string | undefined>>;

function readCode({ hex, point, octal }: NumericEscape, isBytes: boolean): string | number | undefined {
  const digits = hex ?? point?.slice(1);
  const code = digits === undefined ? parseInt(octal ?? '', 8) : parseInt(digits, 16);
  if (isBytes) return point === undefined ? code : undefined;
  return isCharacter(code) ? String.fromCodePoint(code) : undefined;
}

function isCharacter(code: number): boolean {
  return code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000);
}
