/** Parses expressions: tokens to a tree, by descent with a bounded depth. Knows no types. */
import { readTokens } from './lexer.ts';
import { expandMacro } from './macros.ts';
import { readNumberLiteral } from './read-number-literal.ts';
import { SyntaxFault } from './source-fault.ts';
import { balance, heightAbove, maxHeight, operator, tooDeep } from './tree.ts';
import type { CelExpression, MapEntry } from './expression.ts';
import type { CelToken } from './lexer.ts';
import type { SourceFault } from './source-fault.ts';

export type SyntaxResult =
  | { readonly ok: true; readonly expression: CelExpression }
  | { readonly ok: false; readonly faults: readonly SourceFault[] };

/** In code points. */
export const longestSource = 100_000;

const reserved = new Set(
  'as break const continue else for function if import let loop package namespace return var void while'.split(' '),
);

const precedences: readonly ReadonlySet<string>[] = [
  new Set(['==', '!=', '<', '<=', '>', '>=', 'in']),
  new Set(['+', '-']),
  new Set(['*', '/', '%']),
];

export function parseExpression(source: string): SyntaxResult {
  if (source.length > longestSource) return { ok: false, faults: [{ at: 0, message: tooLong(source.length) }] };
  try {
    const parser = new Parser(readTokens(source));
    return { ok: true, expression: parser.parseWhole() };
  } catch (cause) {
    if (cause instanceof SyntaxFault) return { ok: false, faults: [{ at: cause.at, message: cause.message }] };
    throw cause;
  }
}

function tooLong(size: number): string {
  return `expression code point size exceeds limit: size: ${size}, limit ${longestSource}`;
}

class Parser {
  readonly #tokens: readonly CelToken[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly CelToken[]) {
    this.#tokens = tokens;
  }

  parseWhole(): CelExpression {
    const expression = this.#parseConditional();
    const rest = this.#peek();
    if (rest.kind !== 'end') throw unexpected(rest);
    return expression;
  }

  #peek(): CelToken {
    const token = this.#tokens[this.#next] ?? this.#tokens.at(-1);
    if (token === undefined) throw new RangeError('no tokens');
    return token;
  }

  #take(): CelToken {
    const token = this.#peek();
    this.#next += 1;
    return token;
  }

  #takeIf(sign: string): CelToken | undefined {
    const token = this.#peek();
    return token.kind === 'sign' && token.text === sign ? this.#take() : undefined;
  }

  #expect(sign: string): CelToken {
    const token = this.#takeIf(sign);
    if (token === undefined) throw unexpected(this.#peek(), sign);
    return token;
  }

  #parseConditional(): CelExpression {
    this.#depth += 1;
    if (this.#depth > maxHeight) throw tooDeep(this.#peek().at);
    const condition = this.#parseChain('||', () => this.#parseChain('&&', () => this.#parseBinary(0)));
    const sign = this.#takeIf('?');
    let expression = condition;
    if (sign !== undefined) {
      const whenTrue = this.#parseChain('||', () => this.#parseChain('&&', () => this.#parseBinary(0)));
      this.#expect(':');
      expression = operator('_?_:_', sign.at, [condition, whenTrue, this.#parseConditional()]);
    }
    this.#depth -= 1;
    return expression;
  }

  #parseChain(sign: string, parseTerm: () => CelExpression): CelExpression {
    const terms = [parseTerm()];
    const signs: number[] = [];
    for (let token = this.#takeIf(sign); token !== undefined; token = this.#takeIf(sign)) {
      signs.push(token.at);
      terms.push(parseTerm());
    }
    return balance(`_${sign}_`, terms, signs);
  }

  #parseBinary(level: number): CelExpression {
    const signs = precedences[level];
    if (signs === undefined) return this.#parseUnary();
    let left = this.#parseBinary(level + 1);
    for (let token = this.#peek(); token.kind === 'sign' && signs.has(token.text); token = this.#peek()) {
      this.#take();
      const name = token.text === 'in' ? '@in' : `_${token.text}_`;
      left = operator(name, token.at, [left, this.#parseBinary(level + 1)]);
    }
    return left;
  }

  /** Two equal signs undo each other. */
  #parseUnary(): CelExpression {
    const first = this.#takeIf('!') ?? this.#takeIf('-');
    if (first === undefined) return this.#parseMember();
    let count = 1;
    let last = first;
    for (let token = this.#takeIf(first.text); token !== undefined; token = this.#takeIf(first.text)) {
      count += 1;
      last = token;
    }
    const number = this.#peek();
    if (first.text === '-' && number.kind === 'number') return this.#parseNegative(first, number, count);
    const operand = this.#parseMember();
    if (count % 2 === 0) return operand;
    return operator(last.text === '!' ? '!_' : '-_', first.at, [operand]);
  }

  #parseNegative(first: CelToken, number: CelToken, count: number): CelExpression {
    this.#take();
    const value = readNumberLiteral(`-${number.text}`, number.at);
    const literal = this.#parseRest({ kind: 'literal', value, at: first.at, height: 1 });
    return count % 2 === 1 ? literal : operator('-_', first.at, [literal]);
  }

  #parseMember(): CelExpression {
    return this.#parseRest(this.#parsePrimary());
  }

  #parseRest(start: CelExpression): CelExpression {
    let expression = start;
    for (;;) {
      const token = this.#peek();
      if (token.kind !== 'sign') return expression;
      if (token.text === '.') expression = this.#parseSelect(expression);
      else if (token.text === '[') expression = this.#parseIndex(expression);
      else if (token.text === '{') expression = this.#parseMessage(expression);
      else return expression;
    }
  }

  #parseSelect(operand: CelExpression): CelExpression {
    const dot = this.#take();
    const name = this.#take();
    if (name.kind !== 'name') throw unexpected(name, 'IDENTIFIER');
    const open = this.#takeIf('(');
    if (open === undefined) {
      const height = heightAbove(dot.at, [operand]);
      return { kind: 'select', operand, field: name.text, isTest: false, at: dot.at, height };
    }
    const args = this.#parseItems(')');
    const height = heightAbove(open.at, [operand, ...args]);
    return expandMacro({ kind: 'call', name: name.text, target: operand, args, at: open.at, height });
  }

  #parseIndex(operand: CelExpression): CelExpression {
    const open = this.#take();
    const index = this.#parseConditional();
    this.#expect(']');
    return operator('_[_]', open.at, [operand, index]);
  }

  #parseMessage(operand: CelExpression): CelExpression {
    const open = this.#take();
    const name = dottedName(operand);
    if (name === undefined) throw unexpected(open);
    while (this.#takeIf('}') === undefined) {
      const field = this.#take();
      if (field.kind !== 'name') throw unexpected(field, 'IDENTIFIER');
      this.#expect(':');
      this.#parseConditional();
      if (this.#takeIf(',') === undefined && this.#peek().text !== '}') throw unexpected(this.#peek(), '}');
    }
    return { kind: 'message', name, at: open.at, height: 1 };
  }

  #parsePrimary(): CelExpression {
    const token = this.#take();
    const { at } = token;
    if (token.kind === 'literal') return { kind: 'literal', value: token.value ?? null, at, height: 1 };
    if (token.kind === 'number') return { kind: 'literal', value: readNumberLiteral(token.text, at), at, height: 1 };
    if (token.kind === 'name') return this.#parseName(token);
    if (token.kind === 'end') throw unexpected(token);
    if (token.text === '(') return this.#parseGroup();
    if (token.text === '[') {
      const items = this.#parseItems(']');
      return { kind: 'list', items, at, height: heightAbove(at, items) };
    }
    if (token.text === '{') return this.#parseMap(at);
    if (token.text === '.' && this.#peek().kind === 'name') return this.#parseName(this.#take());
    throw unexpected(token);
  }

  #parseGroup(): CelExpression {
    const inside = this.#parseConditional();
    this.#expect(')');
    return inside;
  }

  #parseName({ text: name, at }: CelToken): CelExpression {
    const open = this.#takeIf('(');
    if (open === undefined) {
      if (reserved.has(name)) throw new SyntaxFault(at, `reserved identifier: ${name}`);
      return { kind: 'name', name, at, height: 1 };
    }
    const args = this.#parseItems(')');
    return expandMacro({ kind: 'call', name, target: undefined, args, at: open.at, height: heightAbove(at, args) });
  }

  /** A comma may follow the last item of a list. */
  #parseItems(close: ')' | ']'): CelExpression[] {
    const items: CelExpression[] = [];
    while (this.#takeIf(close) === undefined) {
      items.push(this.#parseConditional());
      if (this.#takeIf(',') === undefined) {
        this.#expect(close);
        break;
      }
      if (close === ')' && this.#peek().text === ')') throw unexpected(this.#peek());
    }
    return items;
  }

  #parseMap(at: number): CelExpression {
    const entries: MapEntry[] = [];
    while (this.#takeIf('}') === undefined) {
      const key = this.#parseConditional();
      const colon = this.#expect(':');
      entries.push({ at: colon.at, key, value: this.#parseConditional() });
      if (this.#takeIf(',') !== undefined) continue;
      this.#expect('}');
      break;
    }
    const parts = entries.flatMap(({ key, value }) => [key, value]);
    return { kind: 'map', entries, at, height: heightAbove(at, parts) };
  }
}

/** A dotted name, which may be that of a type. */
export function dottedName(expression: CelExpression): string | undefined {
  if (expression.kind === 'name') return expression.name;
  if (expression.kind !== 'select' || expression.isTest) return undefined;
  const before = dottedName(expression.operand);
  return before === undefined ? undefined : `${before}.${expression.field}`;
}

function unexpected(token: CelToken, expected?: string): SyntaxFault {
  const wish = expected === undefined ? '' : ` expecting ${expected === 'IDENTIFIER' ? expected : `'${expected}'`}`;
  const kind = expected === undefined && token.kind !== 'end' ? 'extraneous' : 'mismatched';
  return new SyntaxFault(token.at, `Syntax error: ${kind} input '${token.text.slice(0, 40)}'${wish}`);
}
