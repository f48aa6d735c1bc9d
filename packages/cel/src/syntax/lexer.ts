/** Cuts an expression into tokens. */
import { SyntaxFault } from './source-fault.ts';
import { readStringLiteral } from './string-literal.ts';
import type { CelValue } from '../values/value.ts';

export interface CelToken {
  readonly kind: 'name' | 'literal' | 'number' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
  /** Of literals. Numbers keep their text, because a minus may belong to them. */
  readonly value?: CelValue;
}

const blank = /(?:[ \t\r\n\f]+|\/\/[^\n]*)+/y;
const name = /[a-zA-Z_][a-zA-Z0-9_]*/y;
const number = /0x[0-9a-fA-F]+[uU]?|(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[uU]?/y;
const sign = /&&|\|\||[=!<>]=|[-+*/%!<>?:.,()[\]{}]/y;

const wordLiterals = new Map<string, CelValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** No rule that people write has as many. Together with the length of a source it bounds the time of a compilation. */
const mostTokens = 25_000;

export function readTokens(source: string): CelToken[] {
  const tokens: CelToken[] = [];
  let at = skipBlank(source, 0);
  while (at < source.length) {
    const token = readToken(source, at);
    tokens.push(token);
    if (tokens.length > mostTokens) throw new SyntaxFault(at, `expression exceeds limit of ${mostTokens} tokens`);
    at = skipBlank(source, at + token.text.length);
  }
  tokens.push({ kind: 'end', text: '<EOF>', at: source.length });
  return tokens;
}

function skipBlank(source: string, at: number): number {
  return at + matchAt(blank, source, at).length;
}

function matchAt(pattern: RegExp, source: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? '';
}

/** The first character tells what a token may be, so that few patterns are tried. */
function readToken(source: string, at: number): CelToken {
  const first = source.charAt(at);
  if (/[rRbB"']/.test(first)) {
    const literal = readStringLiteral(source, at);
    if (literal !== undefined)
      return { kind: 'literal', text: source.slice(at, literal.end), at, value: literal.value };
  }
  const word = matchAt(name, source, at);
  if (word !== '') return wordToken(word, at);
  const digits = /[0-9.]/.test(first) ? matchAt(number, source, at) : '';
  if (digits !== '') return { kind: 'number', text: digits, at };
  const text = matchAt(sign, source, at);
  if (text !== '') return { kind: 'sign', text, at };
  const unknown = String.fromCodePoint(source.codePointAt(at) ?? 0);
  throw new SyntaxFault(at, `Syntax error: token recognition error at: '${unknown}'`);
}

function wordToken(text: string, at: number): CelToken {
  const value = wordLiterals.get(text);
  if (value !== undefined) return { kind: 'literal', text, at, value };
  return text === 'in' ? { kind: 'sign', text, at } : { kind: 'name', text, at };
}
