/**
 * Splits a Go template into text and actions, and an action into tokens. It does not know what actions mean.
 *
 * @typedef {{ kind: 'text', text: string } | { kind: 'action', tokens: Token[], line: number }} Piece
 * @typedef {'string' | 'number' | 'word' | 'path' | 'sign'} TokenKind
 * @typedef {{ kind: TokenKind, text: string, isAdjacent: boolean }} Token
 */

/**
 * @param {string} source
 * @param {string} name for messages
 * @returns {Piece[]}
 */
export function splitTemplate(source, name) {
  /** @type {Piece[]} */
  const pieces = [];
  let at = 0;
  let trimsNext = false;
  while (at < source.length) {
    const open = source.indexOf('{{', at);
    const end = open < 0 ? source.length : open;
    const trimsBefore = open >= 0 && /^-\s/.test(source.slice(open + 2, open + 4));
    let text = source.slice(at, end);
    if (trimsNext) text = text.trimStart();
    if (trimsBefore) text = text.trimEnd();
    if (text !== '') pieces.push({ kind: 'text', text });
    if (open < 0) break;
    const action = readAction(source, open, name);
    if (action.tokens.length > 0) pieces.push({ kind: 'action', tokens: action.tokens, line: action.line });
    trimsNext = action.trimsAfter;
    at = action.end;
  }
  return pieces;
}

/**
 * @param {string} source
 * @param {number} open
 * @param {string} name
 */
function readAction(source, open, name) {
  const line = source.slice(0, open).split('\n').length;
  const comment = /^\{\{(?:- )?\/\*/.test(source.slice(open, open + 6));
  const close = comment ? source.indexOf('*/', open) + 2 : findClose(source, open + 2);
  const tail = /^\s*(-?)\}\}/.exec(source.slice(close));
  if (close < 2 || tail === null) throw new Error(`${name}:${line}: an action that is not closed`);
  const trimsAfter = tail[1] === '-';
  const inside = source.slice(open + 2, close).replace(/^-\s/, ' ');
  const tokens = comment ? [] : readTokens(inside, `${name}:${line}`);
  return { tokens, line, trimsAfter, end: close + tail[0].length };
}

/**
 * The end of what stands in the braces, strings left out of account.
 * @param {string} source
 * @param {number} from
 */
function findClose(source, from) {
  for (let at = from; at < source.length; at += 1) {
    const quoted = /^(?:"(?:[^"\\\n]|\\.)*"|`[^`]*`)/.exec(source.slice(at));
    if (quoted !== null) at += quoted[0].length - 1;
    else if (/^\s-\}\}/.test(source.slice(at, at + 4)) || source.startsWith('}}', at)) return at;
  }
  return -1;
}

const patterns = /** @type {const} */ ([
  ['string', /^(?:"(?:[^"\\\n]|\\.)*"|`[^`]*`)/],
  ['number', /^-?\d+(?:\.\d+)?/],
  ['path', /^(?:\$\w*(?:\.\w+)*|(?:\.\w+)+|\.)/],
  ['word', /^[A-Za-z_]\w*/],
  ['sign', /^(?::=|=|\||\(|\)|,)/],
]);

/**
 * @param {string} text
 * @param {string} place
 */
function readTokens(text, place) {
  /** @type {Token[]} */
  const tokens = [];
  let rest = text;
  while (rest.trim() !== '') {
    const trimmed = rest.trimStart();
    const found = patterns.map(([kind, pattern]) => ({ kind, match: pattern.exec(trimmed)?.[0] ?? '' }));
    const token = found.find(({ match }) => match !== '');
    if (token === undefined) throw new Error(`${place}: cannot be read: ${trimmed}`);
    tokens.push({ kind: token.kind, text: token.match, isAdjacent: trimmed.length === rest.length });
    rest = trimmed.slice(token.match.length);
  }
  return tokens;
}
