/**
 * Parses a Go template into a tree: text, output, assignments, conditions, loops. What functions there are, it leaves
 * to the evaluation.
 *
 * @typedef {import('./lex-template.mjs').Token} Token
 * @typedef {import('./lex-template.mjs').Piece} Piece
 *
 * @typedef {{ kind: 'literal', value: unknown }
 *   | { kind: 'path', variable: string | undefined, fields: string[] }
 *   | { kind: 'call', word: string }
 *   | { kind: 'group', pipeline: Pipeline, fields: string[] }} Operand
 * @typedef {Operand[]} Command the first of them is called where the others are its arguments
 * @typedef {Command[]} Pipeline
 *
 * @typedef {{ kind: 'text', text: string }
 *   | { kind: 'output', pipeline: Pipeline, place: string }
 *   | { kind: 'assign', variable: string, isNew: boolean, pipeline: Pipeline, place: string }
 *   | Branch | Loop} TreeNode
 * @typedef {{ kind: 'if' | 'with', pipeline: Pipeline, variable: string | undefined, then: TreeNode[], otherwise: TreeNode[], place: string }} Branch
 * @typedef {{ kind: 'range', pipeline: Pipeline, variables: string[], then: TreeNode[], otherwise: TreeNode[], place: string }} Loop
 */
import { splitTemplate } from './lex-template.mjs';

/**
 * @param {string} source
 * @param {string} name
 * @returns {{ main: TreeNode[], named: Map<string, TreeNode[]> }}
 */
export function parseTemplate(source, name) {
  const state = { pieces: splitTemplate(source, name), at: 0, name, named: new Map() };
  const main = parseBody(state);
  if (state.at < state.pieces.length) throw new Error(`${name}: an end or else without its beginning`);
  return { main, named: state.named };
}

/** @typedef {{ pieces: Piece[], at: number, name: string, named: Map<string, TreeNode[]> }} State */

/**
 * Up to the `end` or `else` that closes it, which stays to be read.
 * @param {State} state
 * @returns {TreeNode[]}
 */
function parseBody(state) {
  /** @type {TreeNode[]} */
  const nodes = [];
  for (let piece = state.pieces[state.at]; piece !== undefined; piece = state.pieces[state.at]) {
    if (piece.kind === 'text') {
      nodes.push(piece);
      state.at += 1;
      continue;
    }
    const first = piece.tokens[0];
    if (first?.kind === 'word' && (first.text === 'end' || first.text === 'else')) break;
    state.at += 1;
    const node = parseAction(state, piece.tokens, `${state.name}:${piece.line}`);
    if (node !== undefined) nodes.push(node);
  }
  return nodes;
}

/**
 * @param {State} state
 * @param {Token[]} tokens
 * @param {string} place
 * @returns {TreeNode | undefined}
 */
function parseAction(state, tokens, place) {
  const [first, second] = tokens;
  switch (first?.kind === 'word' ? first.text : '') {
    case 'if':
      return parseBranch(state, 'if', tokens.slice(1), place);
    case 'with':
      return parseBranch(state, 'with', tokens.slice(1), place);
    case 'range':
      return parseLoop(state, tokens.slice(1), place);
    case 'define':
      state.named.set(readString(second, place), parseBlock(state, place).then);
      return undefined;
  }
  if (first?.kind === 'path' && (second?.text === ':=' || second?.text === '=')) {
    const pipeline = parsePipeline(tokens.slice(2), place);
    return { kind: 'assign', variable: first.text, isNew: second.text === ':=', pipeline, place };
  }
  return { kind: 'output', pipeline: parsePipeline(tokens, place), place };
}

/**
 * @param {State} state
 * @param {'if' | 'with'} kind
 * @param {Token[]} tokens
 * @param {string} place
 * @returns {Branch}
 */
function parseBranch(state, kind, tokens, place) {
  const [variable] = tokens[1]?.text === ':=' ? [tokens[0]?.text] : [];
  const pipeline = parsePipeline(variable === undefined ? tokens : tokens.slice(2), place);
  return { kind, pipeline, variable, ...parseBlock(state, place), place };
}

/**
 * @param {State} state
 * @param {Token[]} tokens
 * @param {string} place
 * @returns {Loop}
 */
function parseLoop(state, tokens, place) {
  const assigned = tokens.findIndex(({ text }) => text === ':=');
  const variables = tokens.slice(0, Math.max(assigned, 0)).flatMap(({ kind, text }) => (kind === 'path' ? [text] : []));
  const pipeline = parsePipeline(tokens.slice(assigned + 1), place);
  return { kind: 'range', pipeline, variables, ...parseBlock(state, place), place };
}

/**
 * @param {State} state
 * @param {string} place
 * @returns {{ then: TreeNode[], otherwise: TreeNode[] }}
 */
function parseBlock(state, place) {
  const then = parseBody(state);
  const closing = state.pieces[state.at];
  state.at += 1;
  if (closing?.kind !== 'action') throw new Error(`${place}: has no end`);
  if (closing.tokens[0]?.text === 'end') return { then, otherwise: [] };
  const [, word, ...tokens] = closing.tokens;
  const elsePlace = `${state.name}:${closing.line}`;
  if (word === undefined) {
    const otherwise = parseBody(state);
    state.at += 1;
    return { then, otherwise };
  }
  if (word.text !== 'if') throw new Error(`${elsePlace}: else ${word.text}`);
  // `else if` shares the end of its `if`.
  return { then, otherwise: [parseBranch(state, 'if', tokens, elsePlace)] };
}

/**
 * @param {Token[]} tokens
 * @param {string} place
 * @returns {Pipeline}
 */
function parsePipeline(tokens, place) {
  const reader = { tokens, at: 0, place };
  const pipeline = readPipeline(reader);
  if (reader.at < tokens.length) throw new Error(`${place}: ${tokens[reader.at]?.text ?? ''} is not expected`);
  return pipeline;
}

/** @typedef {{ tokens: Token[], at: number, place: string }} Reader */

/**
 * @param {Reader} reader
 * @returns {Pipeline}
 */
function readPipeline(reader) {
  /** @type {Pipeline} */
  const pipeline = [];
  do {
    /** @type {Command} */
    const command = [];
    for (let operand = readOperand(reader); operand !== undefined; operand = readOperand(reader)) command.push(operand);
    if (command.length === 0) throw new Error(`${reader.place}: an empty command`);
    pipeline.push(command);
  } while (take(reader, '|'));
  return pipeline;
}

/**
 * @param {Reader} reader
 * @returns {Operand | undefined}
 */
function readOperand(reader) {
  const token = reader.tokens[reader.at];
  if (token === undefined) return undefined;
  if (token.kind === 'sign') return token.text === '(' ? readGroup(reader) : undefined;
  reader.at += 1;
  if (token.kind === 'string') return { kind: 'literal', value: readString(token, reader.place) };
  if (token.kind === 'number') return { kind: 'literal', value: Number(token.text) };
  if (token.kind === 'path') return pathOf(token.text);
  return literals.has(token.text)
    ? { kind: 'literal', value: literals.get(token.text) }
    : { kind: 'call', word: token.text };
}

const literals = new Map([
  ['true', true],
  ['false', false],
  ['nil', undefined],
]);

/**
 * @param {Reader} reader
 * @returns {Operand}
 */
function readGroup(reader) {
  reader.at += 1;
  const pipeline = readPipeline(reader);
  if (!take(reader, ')')) throw new Error(`${reader.place}: a parenthesis that is not closed`);
  const next = reader.tokens[reader.at];
  if (next?.kind !== 'path' || !next.isAdjacent || next.text === '.') return { kind: 'group', pipeline, fields: [] };
  reader.at += 1;
  return { kind: 'group', pipeline, fields: next.text.split('.').slice(1) };
}

/**
 * @param {string} text
 * @returns {Operand}
 */
function pathOf(text) {
  const [variable = '', ...fields] = text === '.' ? [''] : text.split('.');
  return { kind: 'path', variable: variable === '' ? undefined : variable, fields };
}

/**
 * @param {Reader} reader
 * @param {string} sign
 */
function take(reader, sign) {
  const token = reader.tokens[reader.at];
  if (token?.kind !== 'sign' || token.text !== sign) return false;
  reader.at += 1;
  return true;
}

/**
 * @param {Token | undefined} token
 * @param {string} place
 */
function readString(token, place) {
  if (token?.kind !== 'string') throw new Error(`${place}: a string is expected`);
  if (token.text.startsWith('`')) return token.text.slice(1, -1);
  /** @type {unknown} */
  const value = JSON.parse(token.text);
  return String(value);
}
