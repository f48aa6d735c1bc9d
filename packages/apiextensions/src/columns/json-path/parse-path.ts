/**
 * Parses the JSON paths of columns: kubectl's dialect without its templates. `@` and `$` are both the value at hand, a
 * key in brackets is a path of its own, and a dot in a key is escaped by a backslash.
 */
import { parseFilter } from './parse-filter.ts';
import { parseNumber } from './parse-number.ts';
import { parseQuoted } from './parse-quoted.ts';
import { parseSlice } from './parse-slice.ts';
import { Scanner } from './scanner.ts';
import type { PathResult, Step } from './step.ts';

/** Paths stand in paths only in brackets, and no path is longer than this. */
const longestPath = 4 * 1024;
const deepest = 16;

export function parsePath(text: string): PathResult {
  if (text.length > longestPath) return { ok: false, message: `must be no more than ${longestPath} characters` };
  return parseNested(text, 0);
}

function parseNested(text: string, depth: number): PathResult {
  if (depth > deepest) return { ok: false, message: 'paths are nested too deeply' };
  const scanner = new Scanner(text);
  const steps: Step[] = [];
  const nested = (inner: string): PathResult => parseNested(inner, depth + 1);
  // A brace ends the path, as if it stood in a template.
  while (scanner.next !== '' && scanner.next !== '}') {
    const found = parseStep(scanner, steps.at(-1), nested);
    if (typeof found === 'string') return { ok: false, message: found };
    steps.push(...found);
  }
  return { ok: true, steps };
}

/** The steps, or what is wrong. */
type Parsed = readonly Step[] | string;

const isLetter = (character: string): boolean => /[\p{L}_]/u.test(character);
const isNumeric = (character: string): boolean => /[-+\d.]/.test(character);
const isWithinName = (character: string): boolean => !' \t\r\n.,[]$@{}'.includes(character);

function parseStep(scanner: Scanner, before: Step | undefined, nested: (text: string) => PathResult): Parsed {
  if (scanner.skip('[?(')) return parseFilter(scanner, nested);
  if (scanner.skip('..')) return parseDescent(scanner, before);
  if (scanner.skip('.')) return [parseField(scanner)];
  if (scanner.skip('[')) return parseBrackets(scanner, nested);
  if (scanner.skip(' ') || scanner.skip('@') || scanner.skip('$')) return [];
  const { next } = scanner;
  if (next === '"' || next === "'") return parseQuoted(scanner, next);
  if (isNumeric(next)) return parseNumber(scanner.takeWhile(isNumeric));
  if (isLetter(next)) return parseWord(scanner.takeWhile(isWithinName));
  return `unrecognized character in path: ${JSON.stringify(next)}`;
}

function parseDescent(scanner: Scanner, before: Step | undefined): Parsed {
  if (before?.kind === 'descend') return 'invalid multiple recursive descent';
  const isField = isLetter(scanner.next) || /\d/.test(scanner.next);
  return isField ? [{ kind: 'descend' }, parseField(scanner)] : [{ kind: 'descend' }];
}

function parseField(scanner: Scanner): Step {
  const name = scanner.takeWhile(isWithinName);
  return name === '*' ? { kind: 'wildcard' } : { kind: 'field', name: name.replaceAll('\\', '') };
}

function parseWord(text: string): Parsed {
  const isTruth = text === 'true' || text === 'false';
  return isTruth ? [{ kind: 'literal', value: text === 'true' }] : [{ kind: 'word' }];
}

function parseBrackets(scanner: Scanner, nested: (text: string) => PathResult): Parsed {
  const text = scanner.takeWhile((character) => character !== ']' && character !== '\n');
  if (!scanner.skip(']')) return 'unterminated array';
  const parts = text.split(',');
  if (parts.length > 1) return parseUnion(parts, nested);
  const key = /^'([^']*)'$/.exec(text)?.[1];
  if (key === undefined) return parseSlice(text === '*' ? ':' : text);
  const path = nested(`.${key}`);
  return path.ok ? path.steps : path.message;
}

function parseUnion(parts: readonly string[], nested: (text: string) => PathResult): Parsed {
  const paths: (readonly Step[])[] = [];
  for (const part of parts) {
    const path = nested(`[${part.trim()}]`);
    if (!path.ok) return path.message;
    paths.push(path.steps);
  }
  return [{ kind: 'union', paths }];
}
