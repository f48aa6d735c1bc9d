/**
 * Every pattern in what ships, run on texts that are made to keep it busy. The lint rule reads patterns, and misses
 * some; this runs them, and misses others.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const packages = join(import.meta.dirname, '../packages');
const isShipped = (path: string): boolean =>
  path.endsWith('.ts') && !/\.(test|child)\.ts$|\/(testing|conformance)\//.test(path);

/** A step for each pair of characters would take a fifth of a second, one for each character a tenth of a millisecond. */
const textLength = 20_000;
const limitMs = 20;

const sources = readdirSync(packages, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.split('/')[1] === 'src' && isShipped(path))
  .map((path) => join(packages, path));

interface Pattern {
  readonly place: string;
  readonly literal: string;
}

function patternsIn(path: string): Pattern[] {
  const text = readFileSync(path, 'utf8');
  const found: Pattern[] = [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
      found.push({ place: `${relative(packages, path)}:${String(line)}`, literal: node.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function toRegExp(literal: string): RegExp {
  const end = literal.lastIndexOf('/');
  return new RegExp(literal.slice(1, end), literal.slice(end + 1));
}

/** One of each kind that classes tell apart, and whatever the pattern names. */
function charactersFor(literal: string): string[] {
  const named = literal.replace(/\\[dswDSWpPbBux]/g, '').replace(/[\\^$|?*+(){}]/g, '');
  return [...new Set(['a', 'Z', '1', '0', ' ', '\n', ...Array.from(named.slice(0, 60))])].slice(0, 16);
}

/** What the pattern begins with, as far as it is plain. */
function prefixOf(literal: string): string {
  return /^\/\^?((?:[\w:= -]|\\[./[(])*)/.exec(literal)?.[1]?.replaceAll('\\', '') ?? '';
}

function* textsFor(literal: string): Generator<string> {
  const characters = charactersFor(literal);
  const prefixes = [...new Set(['', 'a', prefixOf(literal)])];
  for (const first of characters) {
    for (const second of characters) {
      const piece = first === second ? first : first + second;
      for (const prefix of prefixes) yield `${prefix}${piece.repeat(textLength / piece.length)}\u0000`;
    }
  }
}

function timeOf(pattern: RegExp, text: string): number {
  const before = process.cpuUsage();
  pattern.lastIndex = 0;
  pattern.test(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function slowTextOf(pattern: RegExp, literal: string): string | undefined {
  for (const text of textsFor(literal)) {
    const isSlow = [1, 2, 3].every(() => timeOf(pattern, text) > limitMs);
    if (isSlow) return JSON.stringify(text.slice(0, 20));
  }
  return undefined;
}

describe('a pattern', () => {
  const patterns = sources.flatMap(patternsIn);

  it('takes time in proportion to its text', () => {
    const slow = patterns.flatMap(({ place, literal }) => {
      const text = slowTextOf(toRegExp(literal), literal);
      return text === undefined ? [] : [`${place} ${literal} with ${text}`];
    });
    expect(patterns.length).toBeGreaterThan(100);
    expect(slow).toEqual([]);
  });

  it('that does not is found', () => {
    for (const literal of [String.raw`/^(.+?)\['(.*)'\]$/s`, String.raw`/[\t ]+$/`]) {
      expect(slowTextOf(toRegExp(literal), literal)).toBeDefined();
    }
  });
});
