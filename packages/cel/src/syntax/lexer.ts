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

export function readTokens(source: string): CelToken[] {
  const tokens: CelToken[] = [];
  let at = skipBlank(source, 0);
  while (at < source.length) {
    const token = readToken(source, at);
    tokens.push(token.token);
    at = skipBlank(source, token.end);
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

function readToken(source: string, at: number): { readonly token: CelToken; readonly end: number } {
  const literal = readStringLiteral(source, at);
  if (literal !== undefined) {
    const text = source.slice(at, literal.end);
    return { token: { kind: 'literal', text, at, value: literal.value }, end: literal.end };
  }
  const word = matchAt(name, source, at);
  if (word !== '') return { token: wordToken(word, at), end: at + word.length };
  const digits = matchAt(number, source, at);
  if (digits !== '') return { token: { kind: 'number', text: digits, at }, end: at + digits.length };
  const text = matchAt(sign, source, at);
  if (text !== '') return { token: { kind: 'sign', text, at }, end: at + text.length };
  const unknown = String.fromCodePoint(source.codePointAt(at) ?? 0);
  throw new SyntaxFault(at, `Syntax error: token recognition error at: '${unknown}'`);
}

function wordToken(text: string, at: number): CelToken {
  const value = wordLiterals.get(text);
  if (value !== undefined) return { kind: 'literal', text, at, value };
  return text === 'in' ? { kind: 'sign', text, at } : { kind: 'name', text, at };
}
