/**
 * Reads label selectors as they stand in a query: `a in (b,c),!d,e!=f,g>1`. An empty
 * text selects everything. `in` and `notin` are words where a word may stand.
 */
import { cutLabelSelector, type Token } from './label-lexer.ts';
import {
  findKeyProblem,
  makeLabelRequirement,
  type LabelOperator,
  type LabelRequirement,
} from './label-requirement.ts';
import { sortByKey, type LabelSelector } from './label-selector.ts';

export type ParsedLabelSelector =
  { readonly ok: true; readonly selector: LabelSelector } | { readonly ok: false; readonly problem: string };

/** Thrown and caught in this file alone, so that no step has to pass on a failure. */
class Refusal extends Error {}

interface Cursor {
  readonly tokens: readonly Token[];
  at: number;
}

export function parseLabelSelector(text: string): ParsedLabelSelector {
  try {
    return { ok: true, selector: sortByKey(parseRequirements({ tokens: cutLabelSelector(text), at: 0 })) };
  } catch (cause) {
    if (cause instanceof Refusal) return { ok: false, problem: cause.message };
    throw cause;
  }
}

const end: Token = { kind: 'end', text: '' };

function look(cursor: Cursor): Token {
  return cursor.tokens[cursor.at] ?? end;
}

function take(cursor: Cursor): Token {
  const token = look(cursor);
  cursor.at++;
  return token;
}

function refuse(found: Token, expected: string): never {
  throw new Refusal(`found '${found.text}', ${expected}`);
}

function parseRequirements(cursor: Cursor): LabelRequirement[] {
  const requirements: LabelRequirement[] = [];
  for (;;) {
    const first = look(cursor);
    if (first.kind === 'end') return requirements;
    if (first.kind !== 'word' && first.kind !== '!') refuse(first, "expected: !, identifier, or 'end of string'");
    requirements.push(parseRequirement(cursor));
    const next = take(cursor);
    if (next.kind === 'end') return requirements;
    if (next.kind !== ',') refuse(next, "expected: ',' or 'end of string'");
    const after = look(cursor);
    if (after.kind !== 'word' && after.kind !== '!') refuse(after, "expected: identifier after ','");
  }
}

function parseRequirement(cursor: Cursor): LabelRequirement {
  try {
    return readRequirement(cursor);
  } catch (cause) {
    if (cause instanceof Refusal) throw new Refusal(`unable to parse requirement: ${cause.message}`, { cause });
    throw cause;
  }
}

function readRequirement(cursor: Cursor): LabelRequirement {
  const isNegated = look(cursor).kind === '!';
  if (isNegated) take(cursor);
  const word = take(cursor);
  if (word.kind !== 'word') refuse(word, 'expected: identifier');
  const key = word.text;
  const keyProblem = findKeyProblem(key, '<nil>');
  if (keyProblem !== undefined) throw new Refusal(keyProblem);
  const { kind } = look(cursor);
  if (isNegated) return make(key, '!');
  if (kind === 'end' || kind === ',') return make(key, 'exists');
  const operator = readOperator(cursor);
  return make(key, operator, operator === 'in' || operator === 'notin' ? readValues(cursor) : [readValue(cursor)]);
}

function make(key: string, operator: LabelOperator, values: readonly string[] = []): LabelRequirement {
  const made = makeLabelRequirement(key, operator, values);
  if (!made.ok) throw new Refusal(made.problem);
  return made.requirement;
}

function readOperator(cursor: Cursor): LabelOperator {
  const token = take(cursor);
  switch (token.text) {
    case 'in':
    case 'notin':
    case '=':
    case '==':
    case '!=':
      return token.text;
    case '>':
      return 'gt';
    case '<':
      return 'lt';
    default:
      return refuse(token, 'expected: in, notin, =, ==, !=, gt, lt');
  }
}

/** Nothing after the sign means the empty value. */
function readValue(cursor: Cursor): string {
  const { kind } = look(cursor);
  if (kind === 'end' || kind === ',') return '';
  const token = take(cursor);
  return token.kind === 'word' ? token.text : refuse(token, 'expected: identifier');
}

/** Values in parentheses; nothing between two commas is the empty value. */
function readValues(cursor: Cursor): string[] {
  const open = take(cursor);
  if (open.kind !== '(') throw new Refusal(`found '${open.text}' expected: '('`);
  const values: string[] = [];
  const first = look(cursor);
  if (first.kind !== 'word' && first.kind !== ',' && first.kind !== ')')
    refuse(first, "expected: ',', ')' or identifier");
  for (;;) {
    values.push(look(cursor).kind === 'word' ? take(cursor).text : '');
    const next = look(cursor);
    if (next.kind === ')') break;
    if (next.kind !== ',') refuse(next, "expected: ',' or ')'");
    take(cursor);
    const after = look(cursor);
    if (after.kind !== 'word' && after.kind !== ',' && after.kind !== ')')
      refuse(after, "expected: ',', or identifier");
  }
  take(cursor);
  return values;
}
